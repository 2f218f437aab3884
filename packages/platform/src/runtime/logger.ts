import { destination, type Logger, type LoggerOptions, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { type Bounds, mask } from '../http/masking.ts';
import { hideTokens } from '../http/secrets.ts';

export type { Logger } from 'pino';

/** Of what is logged beside the message: a stack is long, what came from outside need not be. */
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

/** Of what is told already. */
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

/** JSON lines on standard output; readable lines when that is a terminal. */
export function createLogger(name: string, level = process.env['LOG_LEVEL'] ?? 'info'): Logger {
  const options = logOptions(name, level);
  if (pretty)
    return pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname', sync: true }));
  return pino(options, destination({ dest: 1, sync: false, minLength: 0 }));
}
