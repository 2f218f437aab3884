import type { LineField, Profile, ProvenanceEntry } from '@numscope/contracts';
import { formatPercent, formatUtc, type Word } from '@numscope/ui';
import { lineWords } from '../../domain/line-words.ts';
import { lineEntries, numberingEntries } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';

export interface LineRow {
  label: string;
  text: string;
  entries: ProvenanceEntry[];
}

type Line = NonNullable<Profile['line']>;
type Said = string | null;

const and = (...parts: ReadonlyArray<string | null>): Said => parts.filter((part) => part !== null).join(', ') || null;
const flag = (value: boolean | null): Said => (value === null ? null : texts(value ? 'yes' : 'no'));
const time = (at: number | null): Said => (at === null ? null : formatUtc(at));
const percent = (share: number | null): Said => (share === null ? null : `${formatPercent(share * 100)}`);

/** What is said of the line today, in the order of the page; what nobody says is left out. */
const shown: ReadonlyArray<readonly [LineField, Word<typeof texts>, (line: Line) => Said]> = [
  ['carrier', 'lineCarrier', ({ carrier, mcc, mnc }) => and(carrier, mcc === null ? null : `${mcc}-${mnc ?? '?'}`)],
  ['status', 'lineStatus', ({ status }) => (status === null ? null : lineWords(status))],
  ['lineType', 'lineTypeToday', ({ lineType }) => (lineType === null ? null : lineWords(lineType))],
  ['ported', 'linePorted', ({ ported, portedAt }) => and(flag(ported), time(portedAt))],
  ['roaming', 'lineRoaming', ({ roaming, roamingCountry }) => and(flag(roaming), roamingCountry)],
  ['prepaid', 'linePrepaid', ({ prepaid }) => flag(prepaid)],
  ['voip', 'lineVoip', ({ voip }) => flag(voip)],
  ['risk', 'lineRisk', ({ risk, riskReasons }) => and(percent(risk), riskReasons.join(', ') || null)],
  ['simSwappedAt', 'lineSimSwapped', ({ simSwappedAt }) => time(simSwappedAt)],
  ['reassigned', 'lineReassigned', ({ reassigned }) => flag(reassigned)],
  ['checkedAt', 'lineChecked', ({ checkedAt }) => time(checkedAt)],
];

/**
 * The line as sources say it is today, and the carrier that the number was first assigned to, which need not be today's.
 */
export function lineRows(profile: Profile): LineRow[] {
  // A profile by older rules has none until the server has computed it anew.
  const line = profile.line ?? null;
  const today = shown.flatMap(([field, label, textOf]): LineRow[] => {
    const text = line === null ? null : textOf(line);
    return text === null ? [] : [{ label: texts(label), text, entries: lineEntries(profile, field) }];
  });
  const first = profile.numbering?.carrier ?? null;
  if (first === null) return today;
  return [...today, { label: texts('firstAssigned'), text: first, entries: numberingEntries(profile, 'carrier') }];
}
