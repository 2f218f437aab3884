import { type ChainRow, rowText } from '../domain/chain-link.ts';

/** Facility "log audit" (RFC 5424, 6.2.1), and how severe: what was refused is worth a look. */
const FACILITY = 13;
const INFORMATIONAL = 6;
const NOTICE = 5;

/** Longer arguments, which entries from before they were bounded may have, stay in the trail. */
const MOST_ARGS_CHARS = 16 * 1024;
const LEFT_OUT = JSON.stringify({ '…': 'too long to be sent; the entry is whole in the trail' });
/** `sequenceId` counts so far (RFC 5424, 7.3.1). */
const MOST_SEQUENCE = 2_147_483_647;
/** The last moment that RFC 3339 has. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Names in a header: printable ASCII, no blanks, at most so many characters. */
const named = (text: string, most: number): string => text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, most) || '-';

/** JSON of plain ASCII: a message in UTF-8 would have to begin with a byte-order mark. */
const inAscii = (json: string): string =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const timeOf = (at: number): string => (at >= 0 && at <= LAST_MOMENT ? new Date(at).toISOString() : '-');

/** A message with its length before it (octet counting, RFC 6587, 3.4.1). */
const counted = (message: string): string => `${message.length} ${message}`;

/**
 * Says that the entries from `from` up to `to` never come, because the retention removed them before they were sent:
 * whoever keeps the messages would miss them else without a word.
 * @param at milliseconds
 */
export function removedMessage(from: number, to: number, host: string, at: number): string {
  const json = JSON.stringify({ removed: to - from + 1, from, to });
  return counted(`<${FACILITY * 8 + NOTICE}>1 ${timeOf(at)} ${named(host, 255)} numscope-audit - REMOVED - ${json}`);
}

/**
 * An entry as a message by RFC 5424, with its length before it (octet counting, RFC 6587, 3.4.1). What it says is the
 * entry as canonical JSON, as it is hashed, with its `hash` at the end: whoever keeps the messages can check the chain by
 * them.
 */
export function syslogMessage(row: ChainRow, host: string): string {
  const { hash, ...rest } = row;
  const severity = row.outcome === 'OK' ? INFORMATIONAL : NOTICE;
  const entry = row.args.length > MOST_ARGS_CHARS ? { ...rest, args: LEFT_OUT } : rest;
  const json = inAscii(`${rowText(entry).slice(0, -1)},"hash":${JSON.stringify(hash)}}`);
  const sequence = ((row.seq - 1) % MOST_SEQUENCE) + 1;
  const header = `<${FACILITY * 8 + severity}>1 ${timeOf(row.createdTimestamp)} ${named(host, 255)} numscope-audit - ${named(row.actionType, 32)} [meta sequenceId="${sequence}"]`;
  return counted(`${header} ${json}`);
}
