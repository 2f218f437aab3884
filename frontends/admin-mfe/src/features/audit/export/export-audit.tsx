import { limits } from '@numscope/contracts';
import {
  auditFileName,
  callBlob,
  download,
  ExportProgress,
  formatCount,
  FormatMenu,
  notify,
  runExport,
  type SaidPurpose,
} from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../../texts/texts.ts';
import { type auditFilter, exportBody } from '../audit-view.ts';

type Format = 'csv' | 'xlsx' | 'pdf' | 'json';

// Apart from `new Worker`, so that each is taken as the finished file that it is (build/workers.ts) and not built once more.
const xlsx = new URL('audit-xlsx-worker', import.meta.url);
const pdf = new URL('audit-pdf-worker', import.meta.url);

interface Writing {
  file: string;
  done: number;
}

interface ExportProps {
  filter: ReturnType<typeof auditFilter>;
  /** How many match; null: not known yet, and nothing can be exported before. */
  total: number | null;
}

/** The entries that match, of more than 500 the newest, as a file. */
export function ExportAudit({ filter, total }: ExportProps) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const count = Math.min(limits.exportAudit, total ?? 0);

  const fileOf = async (
    format: Format,
    said: SaidPurpose,
    file: string,
    matching: number,
    signal: AbortSignal,
  ): Promise<Blob> => {
    const type = format === 'csv' ? 'csv' : 'json';
    const body = exportBody(filter, matching);
    const data = await callBlob('exportAudit', { params: { type }, query: said, body }, { signal });
    if (format === 'csv' || format === 'json') return data;
    const { auditGiven } = await import('./audit-given.ts');
    const given = auditGiven({ filter, count, total: matching, said });
    return runExport(
      { worker: format === 'pdf' ? pdf : xlsx, format, data, given },
      { signal, onProgress: (done) => setWriting({ file, done }) },
    );
  };
  const save = async (format: Format, said: SaidPurpose, signal: AbortSignal): Promise<void> => {
    if (total === null) return;
    const file = `${auditFileName()}.${format}`;
    setWriting({ file, done: 0 });
    download(await fileOf(format, said, file, total, signal), file);
    notify('success', texts('exportDone', { file }));
  };
  const start = (format: Format, said: SaidPurpose): void => {
    const control = new AbortController();
    running.current = control;
    save(format, said, control.signal)
      .catch((error: unknown) => {
        if (control.signal.aborted) notify('general', texts('exportStopped'));
        else if (error instanceof Error && error.name !== 'ApiFailure') notify('error', error.message);
      })
      .finally(() => setWriting(null));
  };
  return (
    <>
      <FormatMenu
        label={texts('export')}
        formats={[
          ['csv', texts('exportCsv')],
          ['xlsx', texts('exportXlsx')],
          ['pdf', texts('exportPdf')],
          ['json', texts('exportJson')],
        ]}
        onExport={start}
        busy={writing !== null || total === null}
        note={
          total === null ? undefined : texts('exportNote', { count: formatCount(count), total: formatCount(total) })
        }
      />
      {writing === null ? null : (
        <ExportProgress
          words={texts('exportWriting', { file: writing.file })}
          done={writing.done}
          total={count}
          stop={texts('exportStop')}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  );
}
