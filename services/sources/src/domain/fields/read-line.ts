import type { Line, LineField, SourceLine } from '@numscope/contracts';
import { lineFieldNames, type LineKind, lineFields } from '@numscope/contracts/line-fields';
import { lineStatuses } from '@numscope/contracts/lists';
import { isItem, type Item, readFlag, readText, readTexts, readTime, textOf } from './field-shapes.ts';
import { newestFirst, type TimedValue, timedValues } from './timed-values.ts';

const TEXT_CHARS = 255;
const MOST_REASONS = 50;
const MCC_DIGITS = 3;

type Status = (typeof lineStatuses)[number];

/** What providers, and networks when a line is looked up, call how it answers. */
const statusWords: Readonly<Record<Status, readonly string[]>> = {
  ACTIVE: ['active', 'live', 'connected', 'reachable', 'in service', 'assigned', 'delivered', 'ok'],
  INACTIVE: ['inactive', 'dead', 'disconnected', 'deactivated', 'suspended', 'blocked', 'not in service', 'barred'],
  UNREACHABLE: [
    'unreachable',
    'not reachable',
    'absent',
    'absent subscriber',
    'switched off',
    'offline',
    'no answer',
    'undelivered',
  ],
  UNASSIGNED: [
    'unassigned',
    'not assigned',
    'unallocated',
    'vacant',
    'invalid',
    'invalid msisdn',
    'invalid number',
    'unknown subscriber',
    'does not exist',
  ],
};
const statusOf = new Map(lineStatuses.flatMap((status) => statusWords[status].map((word) => [word, status] as const)));

const readStatus = (value: unknown): Status | null =>
  statusOf.get((readText(value) ?? '').toLowerCase().replace(/[\s_-]+/g, ' ')) ?? null;

const shortText = (value: unknown): string | null =>
  readText(value)?.slice(0, TEXT_CHARS).trim().toWellFormed() ?? null;

/** 0 to 1, or a percentage that says so: of a mere 7 nobody knows out of what. */
function readShare(value: unknown): number | null {
  const [, number, percent] = /^(\d+(?:\.\d+)?(?:e-\d+)?)\s*(%?)$/i.exec(readText(value) ?? '') ?? [];
  if (number === undefined) return null;
  const share = percent ? Number(number) / 100 : Number(number);
  return share <= 1 ? share : null;
}

const digitsOf = (value: unknown): string | null => {
  const text = textOf(Array.isArray(value) ? value[0] : value);
  return text !== null && /^\d{1,6}$/.test(text) ? text : null;
};
/** An MCC, or one with its MNC behind it. A number has lost the noughts that it began with. */
const readMcc = (value: unknown): string | null =>
  digitsOf(value)?.slice(0, MCC_DIGITS).padStart(MCC_DIGITS, '0') ?? null;
/** A mobile network code of two or three digits; also where it stands behind its country code (MCC). */
const readMnc = (value: unknown): string | null => {
  const digits = digitsOf(value);
  if (digits === null) return null;
  return digits.length > MCC_DIGITS + 1 ? digits.slice(MCC_DIGITS) : digits.length > 3 ? null : digits.padStart(2, '0');
};

const readReasons = (value: unknown): string[] | null => {
  const reasons = readTexts(value)
    .slice(0, MOST_REASONS)
    .map((reason) => reason.slice(0, TEXT_CHARS).trim().toWellFormed());
  return reasons.length > 0 ? reasons : null;
};

const readers: Readonly<Record<LineKind, (value: unknown) => Line[LineField]>> = {
  text: shortText,
  mcc: readMcc,
  mnc: readMnc,
  flag: readFlag,
  time: readTime,
  status: readStatus,
  share: readShare,
  texts: readReasons,
};
const fieldReaders = Object.entries(lineFields).map(([field, kind]) => [field, readers[kind]] as const);

const partNames = lineFieldNames.map((field) => [`line.${field}`, field] as const);

/** Whether anything of the line was sent: most sources send nothing. */
export const speaksOfLine = (sent: Item): boolean =>
  sent['line'] !== undefined || partNames.some(([part]) => sent[part] !== undefined);

/** What was sent last of what was sent with times, else all of it. */
const newest = (sent: unknown): TimedValue => {
  const [last] = newestFirst(timedValues(sent) ?? []);
  return last ?? { value: sent, observedAt: null };
};
const timeOf = ({ observedAt }: TimedValue): number => observedAt ?? -1;

/**
 * What was sent as `line`, as an object or, as tables have it, in fields of their own: `line.carrier`. Of several with
 * times only the newest, so that nothing of two times stands together; it was checked then, unless it says otherwise.
 */
export function lineIn(sent: Item): unknown {
  const whole = newest(sent['line']);
  const value: unknown = Array.isArray(whole.value) ? whole.value.find(isItem) : whole.value;
  const parts = partNames.flatMap(([part, field]) =>
    sent[part] === undefined ? [] : [{ field, ...newest(sent[part]) }],
  );
  const all = [...(isItem(value) ? [whole] : []), ...parts];
  const last = all.reduce((most, one) => Math.max(most, timeOf(one)), -1);
  const said = parts.filter((one) => timeOf(one) === last).map((one) => [one.field, one.value] as const);
  return {
    ...(last < 0 ? {} : { checkedAt: last }),
    ...(isItem(value) && timeOf(whole) === last ? value : {}),
    ...Object.fromEntries(said),
  };
}

/**
 * What a source sent of the line: each value read leniently by itself and bounded; what it does not know or nobody can
 * read is left out. Null when nothing is left, or only when it was checked.
 */
export function readLine(sent: unknown): SourceLine | null {
  if (!isItem(sent)) return null;
  // Five or six digits are both codes in one, wherever they were sent.
  const both = [sent['mcc'], sent['mnc']].find((code) => (digitsOf(code) ?? '').length > MCC_DIGITS + 1);
  const all: Item = both === undefined ? sent : { ...sent, mcc: sent['mcc'] ?? both, mnc: sent['mnc'] ?? both };
  const line: Record<string, unknown> = {};
  for (const [field, read] of fieldReaders) {
    const value = read(all[field]);
    if (value !== null) line[field] = value;
  }
  return Object.keys(line).some((field) => field !== 'checkedAt') ? (line as SourceLine) : null;
}
