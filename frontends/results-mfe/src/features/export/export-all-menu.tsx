import { exportEndings, type ExportFormat, type ProfileFilter } from '@numscope/contracts';
import {
  download,
  ExportProgress,
  formatBytes,
  FormatMenu,
  notify,
  profilesFileName,
  type SaidPurpose,
} from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import type { FoundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import type { Streamed } from './stream-export.ts';

interface Standing extends Streamed {
  file: string;
  /** The total of the search when the export began. */
  total: FoundTotal;
}

function standingWords({ file, bytes, profiles }: Omit<Standing, 'total'>): string {
  const size = formatBytes(bytes);
  if (profiles === null) return texts('exportAllBytes', { file, size });
  return texts('exportAllProfiles', { file, size, count: profiles });
}

interface ExportAllProps {
  filters: ProfileFilter['filters'];
  /** Null until it is known of these filters. */
  total: FoundTotal | null;
  /** Whether another one can be begun. */
  offered: boolean;
}

/** Everything that a search finds, as the server streams it; for administrators. */
export function ExportAllMenu({ filters, total, offered }: ExportAllProps) {
  const [standing, setStanding] = useState<Standing | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async (
    format: ExportFormat,
    said: SaidPurpose,
    { total: of, signal }: { total: FoundTotal; signal: AbortSignal },
  ): Promise<void> => {
    const file = `${profilesFileName()}.${exportEndings[format]}`;
    setStanding({ file, total: of, bytes: 0, profiles: null });
    const { BrokenExport, streamExport } = await import('./stream-export.ts');
    try {
      const onBytes = (streamed: Streamed): void => setStanding({ file, total: of, ...streamed });
      const { blob, streamed } = await streamExport({ format, said, filters, signal, onBytes });
      download(blob, file);
      const { profiles } = streamed;
      notify(
        'success',
        profiles === null ? texts('exportDone', { file }) : texts('exportAllChecked', { file, count: profiles }),
      );
    } catch (error) {
      if (signal.aborted) notify('general', texts('exportStopped'));
      else if (error instanceof BrokenExport) notify('error', texts('exportAllBroken', { file }));
      else if (error instanceof Error && error.name !== 'ApiFailure') notify('error', error.message);
    }
  };
  const start = (format: ExportFormat, said: SaidPurpose): void => {
    if (total === null) return;
    const control = new AbortController();
    running.current = control;
    void save(format, said, { total, signal: control.signal }).finally(() => setStanding(null));
  };
  return (
    <>
      {offered ? (
        <FormatMenu<ExportFormat>
          kind="quiet"
          size="sm"
          busy={standing !== null || total === null}
          label={texts('exportAll')}
          formats={[
            ['jsonl', texts('exportAllJsonl')],
            ['csv', texts('exportAllCsv')],
            ['xlsx', texts('exportAllXlsx')],
            ['ftm', texts('exportAllFtm')],
            ['stix', texts('exportAllStix')],
            ['misp', texts('exportAllMisp')],
          ]}
          note={texts('exportAllNote')}
          onExport={start}
        />
      ) : null}
      {standing === null ? null : (
        <ExportProgress
          words={standingWords(standing)}
          // Where the total is only a lower bound a bar would be full too early.
          done={standing.total.atLeast ? 0 : (standing.profiles ?? 0)}
          total={standing.total.count}
          stop={texts('stop')}
          onStop={() => running.current?.abort()}
        />
      )}
    </>
  );
}
