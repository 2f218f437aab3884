import './import-dialog.css';
import type { ImportMapping } from '@numscope/contracts';
import { ActionDialog, Button, formatPercent, t } from '@numscope/ui';
import { unknownText } from '@numscope/ui/imports/fault-text.ts';
import { useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { ColumnTable } from './column-table.tsx';
import { FaultList } from './fault-list.tsx';
import { NewestImports } from './newest-imports.tsx';
import { progressText } from './progress-text.ts';
import { type ImportState, useImport } from './use-import.ts';

/** How far it is; how many will come is not known while they are read. */
const progressOf = (info: ImportState['info'], sent: number): { value?: number; max?: number } => {
  if (info === null) return { value: sent, max: 100 };
  return info.state === 'READING' ? {} : { value: info.applied, max: info.profiles };
};

/** A file of profiles: what its columns say, its first rows, what is wrong with them, and how far it is. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<ImportMapping>({});
  const { preview, mayRetry, sent, info, faults, unknown, look, forget, run } = useImport();
  const fileId = useId();
  const hasColumns = (preview?.columns.length ?? 0) > 0;
  const noPhone = hasColumns && mapping['phone'] === undefined;
  const isSent = sent !== null && sent >= 100;
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    forget();
    if (!chosen) return;
    const found = await look(chosen);
    if (found) setMapping(found.mapping);
  };
  const change = async (next: ImportMapping): Promise<void> => {
    setMapping(next);
    if (file) await look(file, next);
  };
  const again = (): Promise<void> => (preview === null ? choose(file) : change(mapping));
  const start = async (): Promise<void> => {
    if (!file) return;
    if (await run(file, hasColumns ? mapping : undefined)) onClose();
  };
  return (
    <ActionDialog
      title={texts('importTitle')}
      width={920}
      onClose={onClose}
      action={texts('import')}
      busy={sent !== null}
      mayLeave
      {...(isSent ? { leave: t('close') } : {})}
      disabled={preview === null || noPhone || sent !== null}
      onClick={() => void start()}
    >
      <div className="ns-form">
        <div className="ns-field">
          <label htmlFor={fileId}>{texts('importFile')}</label>
          <input
            id={fileId}
            className="ns-input rs-import-file"
            type="file"
            accept=".jsonl,.json,.csv,.txt,.xlsx"
            disabled={sent !== null}
            // The same file, mended, would not be another one.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => void choose(event.target.files?.[0] ?? null)}
          />
          <span className="ns-hint">{texts('importHint')}</span>
        </div>
        {file === null || preview !== null || faults.length > 0 ? null : <output>{texts('importReading')}</output>}
        {preview === null ? null : (
          <>
            {file === null ? null : <b className="ns-b">{file.name}</b>}
            <p>{hasColumns ? texts('importColumns') : texts('importWhole')}</p>
            {hasColumns ? (
              <ColumnTable preview={preview} mapping={mapping} onMapping={(next) => void change(next)} />
            ) : null}
          </>
        )}
        {noPhone ? <p className="ns-hint">{texts('importNoPhone')}</p> : null}
        {faults.length === 0 || noPhone ? null : (
          <div role="alert">
            <b className="ns-b">{texts('importFaults')}</b>
            <FaultList faults={faults} />
            {mayRetry ? (
              <Button size="sm" onClick={() => void again()}>
                {t('retry')}
              </Button>
            ) : null}
          </div>
        )}
        {file === null || unknown === null ? null : <p role="alert">{unknownText(file.name, unknown)}</p>}
        {sent === null ? null : (
          <output>
            <progress {...progressOf(info, sent)} />
            <span>{info === null ? texts('importSending', { percent: formatPercent(sent) }) : progressText(info)}</span>
            {isSent ? (
              <span className="ns-hint">{texts(info?.state === 'APPLYING' ? 'importCounts' : 'importGoesOn')}</span>
            ) : null}
          </output>
        )}
        <NewestImports />
      </div>
    </ActionDialog>
  );
}
