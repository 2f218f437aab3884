import { type exportFormats, type ProfileFilter } from '@numscope/contracts';
import { callBlob, download, FormatMenu, notify, profilesFileName } from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';

type Format = (typeof exportFormats)[number];

/** Everything that a search finds, as the server streams it; for administrators. */
export function ExportAllMenu({ filters }: { filters: ProfileFilter['filters'] }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: Format): Promise<void> => {
    setBusy(true);
    notify('general', texts('exportAllBegun'));
    try {
      const file = `${profilesFileName()}.${format}`;
      download(await callBlob('exportProfileStream', { query: { format }, body: { filters } }), file);
      notify('success', texts('exportDone', { file }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormatMenu<Format>
      kind="quiet"
      size="sm"
      busy={busy}
      label={texts('exportAll')}
      formats={[
        ['jsonl', texts('exportAllJsonl')],
        ['csv', texts('exportAllCsv')],
        ['xlsx', texts('exportAllXlsx')],
      ]}
      note={texts('exportAllNote')}
      onExport={(format) => void save(format).catch(() => undefined)}
    />
  );
}
