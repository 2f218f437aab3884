import { download, type ExportFormat, notify, runExport, type SaidPurpose } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import type { FoundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import { profileWorkers } from './profile-workers.ts';
import { photoReader } from './read-photos.ts';

/** What an export is doing now. `total` 0: not known yet. */
export interface ExportStep {
  file: string;
  phase: 'reading' | 'photos' | 'writing';
  done: number;
  total: number;
}

interface ExportJob {
  /** Without its ending. */
  file: string;
  format: ExportFormat;
  said: SaidPurpose;
  /** Asks the server for the profiles; its answer is read in the worker. */
  read: (signal: AbortSignal) => Promise<Blob>;
  /** How many there are to choose from; null: not known. */
  total: FoundTotal | null;
  /** What was searched, in words; null for one profile's own export. */
  search: (() => Promise<string>) | null;
}

const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** One export at a time: reads, writes in a worker, hands the file over. `stop` ends it at once. */
export function useExport(): { step: ExportStep | null; start: (job: ExportJob) => void; stop: () => void } {
  const [step, setStep] = useState<ExportStep | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const write = async (job: ExportJob, signal: AbortSignal): Promise<void> => {
    const file = `${job.file}.${job.format}`;
    const tell = (phase: ExportStep['phase'], done = 0, total = 0): void => setStep({ file, phase, done, total });
    tell('reading');
    const { profilesGiven } = await import('./profiles-given.ts');
    const given = await profilesGiven(job);
    const data = await job.read(signal);
    tell('writing');
    const worker = profileWorkers[job.format];
    const photos = photoReader();
    const blob = await runExport(
      { worker, format: job.format, data, given },
      {
        signal,
        photo: photos.photo,
        onPhotos: (done, total) => tell('photos', done, total),
        onProgress: (done, total) => tell('writing', done, total),
      },
    );
    download(blob, file);
    notify('success', texts('exportDone', { file }));
    const count = photos.missing();
    if (count > 0) notify('warning', texts('exportWithout', { count, file }));
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
