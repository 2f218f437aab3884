import './import-dialog.css';
import type { ImportMapping } from '@numscope/contracts';
import { ActionDialog, formatCount, formatPercent, notify, said } from '@numscope/ui';
import { useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { ColumnTable } from './column-table.tsx';
import { type ImportState, useImport } from './use-import.ts';

interface ImportProps {
  onClose: () => void;
  /** Profiles have come. */
  onDone: () => void;
}

const SHOWN_FAULTS = 100;

/** How far it is; how many will come is not known while they are read. */
const progressOf = (info: ImportState['info'], sent: number): { value?: number; max?: number } => {
  if (info === null) return { value: sent, max: 100 };
  return info.state === 'READING' ? {} : { value: info.applied, max: info.profiles };
};

function progressText(info: ImportState['info'], sent: number): string {
  if (info === null) return texts('importSending', { percent: formatPercent(sent) });
  const profiles = formatCount(info.profiles);
  return info.state === 'READING'
    ? texts('importRead', { profiles })
    : texts('importApplying', { applied: formatCount(info.applied), profiles });
}

/** A file of profiles: what its columns say, its first rows, what is wrong with them, and how far it is. */
export default function ImportDialog({ onClose, onDone }: ImportProps) {
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<ImportMapping>({});
  const { preview, sent, info, faults, look, forget, run } = useImport();
  const fileId = useId();
  const hasColumns = (preview?.columns.length ?? 0) > 0;
  const noPhone = hasColumns && mapping['phone'] === undefined;
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
  const start = async (): Promise<void> => {
    if (!file) return;
    const imported = await run(file, hasColumns ? mapping : undefined);
    if (imported === null) return;
    notify('success', texts('importDone', { count: imported }));
    onDone();
  };
  return (
    <ActionDialog
      title={texts('importTitle')}
      width={920}
      onClose={onClose}
      action={texts('import')}
      busy={sent !== null}
      mayLeave
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
            onChange={(event) => void choose(event.target.files?.[0] ?? null)}
          />
          <span className="ns-hint">{texts('importHint')}</span>
        </div>
        {file === null || preview !== null || faults.length > 0 ? null : <output>{texts('importReading')}</output>}
        {preview === null ? null : (
          <>
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
            <ul className="rs-import-faults ns-sm">
              {faults.slice(0, SHOWN_FAULTS).map(({ row, field, message }) => {
                const what = said(message);
                const fault = field === undefined ? what : `${field}: ${what}`;
                return (
                  <li key={`${row} ${fault}`}>
                    {row === 0 ? texts('importFileFault', { fault }) : texts('importFault', { row, fault })}
                  </li>
                );
              })}
            </ul>
          </div>
        )}
        {sent === null ? null : (
          <output>
            <progress {...progressOf(info, sent)} />
            <span>{progressText(info, sent)}</span>
            {info && info.state !== 'READING' ? <span className="ns-hint">{texts('importCounts')}</span> : null}
          </output>
        )}
      </div>
    </ActionDialog>
  );
}
