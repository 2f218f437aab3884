import type { AuditEntry } from '@numscope/contracts';
import { texts } from '../../texts/texts.ts';
import { subjectsOf } from './entry-subjects.ts';
import { saidOfDetails } from './said-of-details.ts';

const thumbnail = 'A picture, small';
const ofPictures = new Set(['A picture', thumbnail, 'The faces on a picture']);
const ofProfiles = new Set([
  'One profile',
  'What changed about a number, newest first',
  'Numbers on which the same face may be, most alike first',
]);

export const isOfPicture = ({ details }: AuditEntry): boolean => ofPictures.has(details);
export const isOfProfile = ({ details }: AuditEntry): boolean => ofProfiles.has(details);
export const isThumbnail = ({ details }: AuditEntry): boolean => details === thumbnail;

/** Only the table's own properties count: details can be any text, also `constructor`. */
const saidOf = (details: string) => (Object.hasOwn(saidOfDetails, details) ? saidOfDetails[details] : undefined);

/** What was done, without by whom; the entry's own English details where its shape is not known. */
function whatOf(entry: AuditEntry): string {
  if (isOfPicture(entry)) return texts('didSeePictures', { count: 1 });
  const [text, ...needs] = saidOf(entry.details) ?? [];
  if (text === undefined) return entry.details;
  const subjects = subjectsOf(entry);
  const known = needs.every((need) => subjects[need] !== undefined);
  return known ? texts(text, Object.fromEntries(needs.map((need) => [need, subjects[need] ?? '']))) : entry.details;
}

/** Who did what to what, or was not let. */
export const sentenceOf = (entry: AuditEntry, what = whatOf(entry)): string =>
  texts(entry.outcome === 'OK' ? 'auditDid' : 'auditRefused', { who: entry.username, what });
