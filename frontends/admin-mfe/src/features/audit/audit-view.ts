import { auditTypes, limits } from '@numscope/contracts';
import { listField, pageField, type QueryField, sortField, type Sorting, textField, type ViewOf } from '@numscope/ui';

/** A moment in milliseconds; absent: any. */
const momentField: QueryField<number | null> = {
  fallback: null,
  read: ([text]) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined),
  write: (value) => (value === null ? [] : [String(value)]),
};

const newestFirst: Sorting = { field: 'createdTimestamp', direction: 'DESC' };

/** What the address of the audit trail holds. `open` is the entry whose panel is open. */
export const auditView = {
  page: pageField,
  type: listField(auditTypes),
  user: textField(),
  ip: textField(),
  text: textField(),
  outcome: textField(),
  from: momentField,
  to: momentField,
  sort: sortField(newestFirst, ['createdTimestamp', 'actionType', 'details', 'outcome', 'username', 'ip']),
  open: textField(),
};

export type AuditView = ViewOf<typeof auditView>;

/** No filter at all. */
export const noFilter = {
  page: 0,
  type: [],
  user: '',
  ip: '',
  text: '',
  outcome: '',
  from: null,
  to: null,
} satisfies Partial<AuditView>;

/** The view's filter as the server takes it. */
export const auditFilter = (view: AuditView) => ({
  actionTypes: view.type,
  sort: view.sort,
  ...(view.user === '' ? {} : { username: view.user }),
  ...(view.ip === '' ? {} : { ip: view.ip }),
  ...(view.text === '' ? {} : { text: view.text }),
  ...(view.outcome === '' ? {} : { outcome: view.outcome }),
  ...(view.from === null ? {} : { from: view.from }),
  ...(view.to === null ? {} : { to: view.to }),
});

export function isFiltered(view: AuditView): boolean {
  const { actionTypes, sort: _sort, ...others } = auditFilter(view);
  return actionTypes.length > 0 || Object.keys(others).length > 0;
}

/**
 * What is asked for to be exported where `total` match: all in the order of the screen, but where they fill a file the newest,
 * which the server finds by this order only. As many as it takes, since more may match by then: the counting itself is
 * another entry.
 */
export const exportBody = (filter: ReturnType<typeof auditFilter>, total: number) => ({
  ...filter,
  ...(total >= limits.exportAudit ? { sort: newestFirst } : {}),
  page: 0,
  size: limits.exportAudit,
});
