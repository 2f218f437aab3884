import { Writable } from 'node:stream';
import { type Logger, type LoggerOptions, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { reasonOf } from '../errors.ts';
import { type Bounds, mask } from '../http/masking.ts';
import { hideTokens } from '../http/secrets.ts';
import { LineWriter } from './line-writer.ts';

export type { Logger } from 'pino';

/** Bounds of what is logged beside the message: room for a stack, not for whatever came from outside. */
const bounds: Bounds = { bytes: 16_384, depth: 6, items: 50, members: 100, name: 100, text: 6000 };

const isError = (value: unknown): value is Error => value instanceof Error;

/** An error as pino tells it, with all that libraries hang on theirs: headers, bodies, settings. */
const tellable = (value: unknown): unknown => (isError(value) ? stdSerializers.err(value) : value);

/** What is logged beside the message, without anything that goes by a secret's name and cut to its bounds. */
const masked = (logged: Record<string, unknown>): Record<string, unknown> =>
  mask(Object.fromEntries(Object.entries(logged).map(([name, value]) => [name, tellable(value)])), bounds) as Record<
    string,
    unknown
  >;

/** What is logged was made safe already (`tellable`), so pino adds nothing of its own. */
export const logSerializers = { err: (told: unknown) => told };

/** Every line of a process's log is made by these, so that no secret stands in one, whoever writes it. */
export const logOptions = (name: string, level: string): LoggerOptions => ({
  name,
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { log: masked },
  serializers: logSerializers,
  hooks: { streamWrite: hideTokens },
});

// Only a terminal has use for its thirty modules.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : null;

const STDOUT = 1;
const complaints = new LineWriter(2);

/** Readable lines of the JSON ones. */
function readable(prettyLines: NonNullable<typeof pretty>, lines: LineWriter): ReturnType<typeof prettyLines> {
  const destination = new Writable({
    decodeStrings: false,
    write(line: unknown, _encoding, done) {
      lines.write(String(line));
      done();
    },
  });
  return prettyLines({ colorize: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname', destination });
}

/**
 * JSON lines on standard output; readable lines when that is a terminal. Where nothing can be written, by a disk that is
 * full or a reader that rests, the work goes on: lines wait, and are dropped at last.
 */
export function createLogger(name: string, level = process.env['LOG_LEVEL'] ?? 'info'): Logger {
  const lines = new LineWriter(STDOUT, {
    failing: (error) =>
      complaints.write(`The log of ${name} cannot be written (${reasonOf(error)}). It is tried again each second.\n`),
    lost: (count) => log.warn({ lines: count }, 'lines of the log were dropped: for a while it could not be written'),
  });
  const log: Logger = pino(logOptions(name, level), pretty ? readable(pretty, lines) : lines);
  return log;
}
