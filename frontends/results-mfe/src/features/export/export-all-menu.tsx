import { exportEndings, type ExportFormat, type ProfileFilter } from '@numscope/contracts';
import { callBlob, download, FormatMenu, notify, profilesFileName, type SaidPurpose } from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';

/** Everything that a search finds, as the server streams it; for administrators. */
export function ExportAllMenu({ filters }: { filters: ProfileFilter['filters'] }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat, said: SaidPurpose): Promise<void> => {
    setBusy(true);
    notify('general', texts('exportAllBegun'));
    try {
      const file = `${profilesFileName()}.${exportEndings[format]}`;
      download(await callBlob('exportProfileStream', { query: { format, ...said }, body: { filters } }), file);
      notify('success', texts('exportDone', { file }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormatMenu<ExportFormat>
      kind="quiet"
      size="sm"
      busy={busy}
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
      onExport={(format, said) => void save(format, said).catch(() => undefined)}
    />
  );
}
