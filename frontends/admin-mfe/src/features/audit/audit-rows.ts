import type { AuditEntry } from '@numscope/contracts';
import { texts } from '../../texts/texts.ts';
import { isOfPicture, isOfProfile, isThumbnail, sentenceOf } from './audit-sentence.ts';
import { subjectsOf } from './entry-subjects.ts';

/** One line of the screen: an entry, and those of the page that are shown with it as one. */
export interface AuditRow {
  entry: AuditEntry;
  /** Readings of the same kind by the same user, one right after the other. */
  others: AuditEntry[];
  /** Small pictures that this user was shown meanwhile. */
  thumbnails: AuditEntry[];
}

export const rowId = ({ entry }: AuditRow): string => entry.id;
export const entriesOf = ({ entry, others, thumbnails }: AuditRow): AuditEntry[] => [entry, ...others, ...thumbnails];

/** What is shown together, and nothing else: what was read of one kind. Undefined: it stands alone. */
function kindOf(entry: AuditEntry): string | undefined {
  if (entry.outcome !== 'OK') return undefined;
  if (isOfProfile(entry)) return 'profile';
  return isOfPicture(entry) ? 'picture' : undefined;
}

function isTogether({ entry }: AuditRow, next: AuditEntry): boolean {
  const kind = kindOf(next);
  return kind !== undefined && kind === kindOf(entry) && entry.username === next.username;
}

/** The lines of a page of entries, in their order. */
export function auditRows(entries: readonly AuditEntry[]): AuditRow[] {
  const rows: AuditRow[] = [];
  const waiting = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    if (isThumbnail(entry) && kindOf(entry) !== undefined) {
      const beside = rows.findLast((row) => row.entry.username === entry.username)?.thumbnails;
      if (beside) beside.push(entry);
      else waiting.set(entry.username, [...(waiting.get(entry.username) ?? []), entry]);
      continue;
    }
    const last = rows.at(-1);
    if (last && isTogether(last, entry)) {
      last.others.push(entry);
      continue;
    }
    rows.push({ entry, others: [], thumbnails: waiting.get(entry.username) ?? [] });
    waiting.delete(entry.username);
  }
  // Pictures that somebody looked at who has no other entry on this page.
  for (const [entry, ...others] of waiting.values()) if (entry) rows.push({ entry, others, thumbnails: [] });
  return rows;
}

/** A line in words; what is shown as one is counted. */
export function sentenceOfRow({ entry, others }: AuditRow): string {
  if (others.length === 0) return sentenceOf(entry);
  const all = [entry, ...others];
  if (isOfPicture(entry)) return sentenceOf(entry, texts('didSeePictures', { count: all.length }));
  const phones = new Set(all.map((one) => subjectsOf(one).phone));
  return phones.size === 1 ? sentenceOf(entry) : sentenceOf(entry, texts('didReadProfiles', { count: phones.size }));
}
