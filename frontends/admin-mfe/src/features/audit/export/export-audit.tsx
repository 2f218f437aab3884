import { limits } from '@numscope/contracts';
import {
  auditFileName,
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
import type { auditFilter } from '../audit-view.ts';
import { takeEntries } from './take-entries.ts';

type Format = 'csv' | 'xlsx' | 'pdf' | 'json';

// Apart from `new Worker`, so that each is taken as the finished file that it is (build/workers.ts) and not built once more.
const xlsx = new URL('audit-xlsx-worker', import.meta.url);
const pdf = new URL('audit-pdf-worker', import.meta.url);

interface Writing {
  file: string;
  done: number;
  /** Entries; 0 until they are there. */
  total: number;
}

interface ExportProps {
  filter: ReturnType<typeof auditFilter>;
  /** How many matched when the screen was loaded; null: not known yet, and nothing can be exported before. */
  total: number | null;
}

const countOf = (entries: unknown): number => (Array.isArray(entries) ? entries.length : 0);

/** The entries that match when they are asked for, of more than 500 the newest, as a file. */
export function ExportAudit({ filter, total }: ExportProps) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fileOf = async (format: Format, said: SaidPurpose, file: string, signal: AbortSignal): Promise<Blob> => {
    const type = format === 'csv' ? 'csv' : 'json';
    const { file: data, matching } = await takeEntries(type, filter, said, signal);
    if (format === 'csv' || format === 'json') return data;
    const { auditGiven } = await import('./audit-given.ts');
    const count = countOf(JSON.parse(await data.text()));
    const given = auditGiven({ filter, count, matching, said });
    return runExport(
      { worker: format === 'pdf' ? pdf : xlsx, format, data, given },
      { signal, onProgress: (done) => setWriting({ file, done, total: count }) },
    );
  };
  const save = async (format: Format, said: SaidPurpose, signal: AbortSignal): Promise<void> => {
    const file = `${auditFileName()}.${format}`;
    setWriting({ file, done: 0, total: 0 });
    download(await fileOf(format, said, file, signal), file);
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
        note={texts('exportNote', { most: formatCount(limits.exportAudit) })}
      />
      {writing === null ? null : (
        <ExportProgress
          words={texts('exportWriting', { file: writing.file })}
          done={writing.done}
          total={writing.total}
          stop={texts('exportStop')}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  );
}
