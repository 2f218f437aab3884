import { ApiFailure } from '@numscope/client';
import { type Job, limits } from '@numscope/contracts';
import { callApi, download, ExportProgress, fileTimestamp, FormatMenu, notify, type SaidPurpose } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { restFile } from '../../domain/rest-file.ts';
import { texts } from '../../texts/opened.ts';

const size = limits.maxPageSize;

/** Resolves after so many milliseconds; rejects as soon as it is stopped. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The export was stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** A page of the numbers; where too many were read within a minute, as soon as more are allowed. */
async function restPage(job: Job, page: number, said: SaidPurpose, signal: AbortSignal) {
  for (;;) {
    try {
      const params = { jobNumber: String(job.number) };
      return await callApi('exportJobRemainder', { params, query: { ...said, page, size } }, { quiet: true, signal });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 429) throw error;
      await wait(error.retryAfterMs ?? 1000, signal);
    }
  }
}

/** Saves the numbers of a job that have no profile, for another upload perhaps. */
export function ExportRest({ job }: { job: Job }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (said: SaidPurpose, signal: AbortSignal): Promise<void> => {
    setProgress({ done: 0, total: 0 });
    const blob = await restFile({
      page: (page) => restPage(job, page, said, signal),
      onProgress: (done, total) => setProgress({ done, total }),
    });
    const file = `JOB_${job.number}_REST_${fileTimestamp(new Date())}.csv`;
    download(blob, file);
    notify('success', texts('exportDone', { file }));
  };
  const start = (said: SaidPurpose): void => {
    const control = new AbortController();
    running.current = control;
    save(said, control.signal)
      .catch((error: unknown) => {
        if (control.signal.aborted) notify('general', texts('exportStopped'));
        else if (error instanceof Error) notify('error', error.message);
      })
      .finally(() => setProgress(null));
  };
  return (
    <>
      <FormatMenu
        label={texts('export')}
        size="sm"
        busy={progress !== null}
        formats={[['csv', texts('restCsv')]]}
        onExport={(_format, said) => start(said)}
      />
      {progress === null ? null : (
        <ExportProgress
          words={texts('restReading')}
          done={progress.done}
          total={progress.total}
          stop={texts('stopExport')}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  );
}
