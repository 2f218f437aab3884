import { reasonOf } from '@numscope/platform';
import { SourceFault, type SourceFaultOptions } from '../connector.port.ts';

type Meaning = 'key' | 'encryption' | 'time' | 'writing' | 'query' | 'busy';

/** SQLSTATE of PostgreSQL, https://www.postgresql.org/docs/current/errcodes-appendix.html, and names of MySQL and MariaDB. */
const codes: ReadonlyArray<readonly [pattern: RegExp, meaning: Meaning]> = [
  [
    /^28|^ER_(?:ACCESS_DENIED|DBACCESS_DENIED|NOT_SUPPORTED_AUTH|TABLEACCESS_DENIED|COLUMNACCESS_DENIED|MUST_CHANGE_PASSWORD|ACCOUNT_HAS_BEEN_LOCKED)|^42501$/,
    'key',
  ],
  // What MariaDB says of a locked account has another name in MySQL's list of numbers, which the driver goes by.
  [/^ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE$/, 'key'],
  [/^ER_SECURE_TRANSPORT_REQUIRED$/, 'encryption'],
  [/^57014$|^ER_QUERY_TIMEOUT$|^1969$/, 'time'],
  [/^25006$|^ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION$/, 'writing'],
  [/^53|^57P0|^ER_(?:CON_COUNT_ERROR|USER_LIMIT_REACHED|TOO_MANY_USER_CONNECTIONS|SERVER_SHUTDOWN)$/, 'busy'],
  [
    /^(?:42|22|3D|3F)[0-9A-Z]{3}$|^ER_(?:NO_SUCH_TABLE|BAD_|PARSE_ERROR|WRONG_|UNKNOWN_|SP_DOES_NOT_EXIST|NON_UNIQ)/,
    'query',
  ],
];

/** The code of a driver's error; MySQL's driver has no name for those of MariaDB alone, only a number. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'errno' in error ? String(error.errno) : '';
}

/** MySQL's driver tells the SQLSTATE beside a name of which there are thousands. */
const stateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'sqlState' in error && typeof error.sqlState === 'string'
    ? error.sqlState
    : '';

/** Whether the database itself said it, not the way to it. */
const isAnswer = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && ('severity' in error || 'sqlState' in error);

const meaningOf = (code: string): Meaning | null => codes.find(([pattern]) => pattern.test(code))?.[1] ?? null;

const faults: Readonly<Record<Meaning, (error: unknown, timeoutMs: number) => [string, SourceFaultOptions]>> = {
  key: () => ['refuses its user', { kind: 'WRONG_KEY' }],
  encryption: () => ['takes no connection that is not encrypted: its URL needs ssl-mode', { kind: 'WRONG_KEY' }],
  time: (_error, timeoutMs) => [
    `did not answer within ${timeoutMs} ms`,
    { kind: 'NETWORK', retry: true, unwell: true },
  ],
  writing: () => ['may only be read, and its query writes', { kind: 'MAPPING' }],
  query: (error) => [`cannot run its query: ${reasonOf(error).slice(0, 300)}`, { kind: 'MAPPING' }],
  busy: () => ['takes no more connections now', { kind: 'PROVIDER', retry: true, unwell: true }],
};

/** What a driver's error means. Only what a database says of the query is told: other words may hold its address. */
export function sqlFault(error: unknown, timeoutMs: number): SourceFault {
  if (error instanceof SourceFault) return error;
  const code = codeOf(error);
  const meaning = meaningOf(code) ?? meaningOf(stateOf(error));
  if (meaning !== null) return new SourceFault(...faults[meaning](error, timeoutMs));
  const shown = /^[A-Z0-9_]{3,40}$/.test(code) ? ` (${code})` : '';
  if (isAnswer(error)) return new SourceFault(`failed${shown}`, { unwell: true });
  return new SourceFault(`cannot be reached${shown}`, { kind: 'NETWORK', retry: true, unwell: true });
}

/** The time of a call is over. */
export const overTime = (timeoutMs: number): SourceFault => new SourceFault(...faults.time(null, timeoutMs));
