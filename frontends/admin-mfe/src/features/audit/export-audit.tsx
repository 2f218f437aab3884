import { AuditEntry, limits } from '@numscope/contracts';
import {
  auditFileName,
  callBlob,
  download,
  formatCount,
  FormatMenu,
  formatUtc,
  notify,
  runExport,
  type SaidPurpose,
} from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import type { auditFilter } from './audit-view.ts';

type Format = 'csv' | 'xlsx' | 'json';

/** What the server has written as JSON, as the rows of a workbook. */
async function workbookOf(json: Blob): Promise<Blob> {
  const entries = AuditEntry.array().parse(JSON.parse(await json.text()));
  return runExport({
    format: 'xlsx',
    table: {
      title: texts('audit'),
      columns: [
        { header: texts('number'), width: 14 },
        { header: texts('utc'), width: 24 },
        { header: texts('type'), width: 20 },
        { header: texts('details'), width: 48 },
        { header: texts('outcome'), width: 18 },
        { header: texts('user'), width: 18 },
        { header: texts('address'), width: 18 },
        { header: texts('arguments'), width: 60 },
      ],
      rows: entries.map(({ id, createdTimestamp, actionType, details, outcome, username, ip, args }) => [
        id,
        formatUtc(createdTimestamp),
        actionType,
        details,
        outcome,
        username,
        ip,
        JSON.stringify(args),
      ]),
    },
  });
}

/** The newest entries that match, at most 500, as a file. */
export function ExportAudit({ filter, total }: { filter: ReturnType<typeof auditFilter>; total: number }) {
  const [busy, setBusy] = useState(false);
  const count = Math.min(limits.exportAudit, total);
  const save = async (format: Format, query: SaidPurpose): Promise<void> => {
    const file = `${auditFileName()}.${format}`;
    const type = format === 'csv' ? 'csv' : 'json';
    const sent = await callBlob('exportAudit', {
      params: { type },
      query,
      body: { ...filter, page: 0, size: Math.max(1, count) },
    });
    download(format === 'xlsx' ? await workbookOf(sent) : sent, file);
    notify('success', texts('exportDone', { file }));
  };
  const start = (format: Format, said: SaidPurpose): void => {
    setBusy(true);
    save(format, said)
      .catch((error: unknown) => {
        if (error instanceof Error && error.name !== 'ApiFailure') notify('error', error.message);
      })
      .finally(() => setBusy(false));
  };
  return (
    <FormatMenu
      label={texts('export')}
      formats={[
        ['csv', texts('exportCsv')],
        ['xlsx', texts('exportXlsx')],
        ['json', texts('exportJson')],
      ]}
      onExport={start}
      busy={busy}
      note={texts('exportNote', { count: formatCount(count), total: formatCount(total) })}
    />
  );
}
