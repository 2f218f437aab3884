import type { Profile } from '@numscope/contracts';
import { download, type ExportFormat, type ExportRequest, notify, runExport } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';

/** What an export is doing now. `total` 0: not known yet. */
export interface ExportStep {
  file: string;
  phase: 'reading' | 'writing';
  done: number;
  total: number;
}

interface ExportJob {
  /** Without its ending. */
  file: string;
  format: ExportFormat;
  /** Reads what is written. */
  read: (signal: AbortSignal) => Promise<ExportSource>;
}

export interface ExportSource {
  count: number;
  request: (format: ExportFormat) => Promise<ExportRequest>;
}

/** Profiles as they are for json, as a table for xlsx. */
export const profilesSource = (profiles: readonly Profile[]): ExportSource => ({
  count: profiles.length,
  request: async (format) => {
    if (format === 'json') return { format, data: profiles };
    const { profileTable } = await import('./profile-table.ts');
    return { format, table: profileTable(profiles) };
  },
});

const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** One export at a time: reads, writes in a worker, hands the file over. `stop` ends it at once. */
export function useExport(): { step: ExportStep | null; start: (job: ExportJob) => void; stop: () => void } {
  const [step, setStep] = useState<ExportStep | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const write = async ({ file, format, read }: ExportJob, signal: AbortSignal): Promise<void> => {
    const name = `${file}.${format}`;
    setStep({ file: name, phase: 'reading', done: 0, total: 0 });
    const source = await read(signal);
    setStep({ file: name, phase: 'writing', done: 0, total: source.count });
    const blob = await runExport(await source.request(format), {
      signal,
      onProgress: (done, total) => setStep({ file: name, phase: 'writing', done, total }),
    });
    download(blob, name);
    notify('success', texts('exportDone', { file: name }));
  };

  const start = (job: ExportJob): void => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    write(job, control.signal)
      .catch((error: unknown) => {
        if (isStopped(error)) notify('general', texts('exportStopped'));
        // A refused call has said so itself already.
        else if (error instanceof Error && error.name !== 'ApiFailure') notify('error', error.message);
      })
      .finally(() => {
        if (running.current === control) setStep(null);
      });
  };
  return { step, start, stop: () => running.current?.abort() };
}
