import type { AuditEntry } from '@numscope/contracts';
import { Link, useLocation, writeQuery } from '@numscope/ui';
import { sentenceOf } from './audit-sentence.ts';
import { auditView } from './audit-view.ts';

/** Opens the panel of an entry, also of one that is not on the page that is shown. */
export function EntryLink({ entry }: { entry: AuditEntry }) {
  const { pathname, search } = useLocation();
  return (
    <Link className="ns-link" to={`${pathname}${writeQuery(auditView, search, { open: entry.id })}`}>
      {sentenceOf(entry)}
    </Link>
  );
}
