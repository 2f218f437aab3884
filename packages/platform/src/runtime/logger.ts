import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/** What must never stand in a log, wherever it appears in a logged object. */
const secretPaths = ['authorization', 'password', 'current', 'accessToken', 'token', 'secret', 'auth'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** JSON lines on standard output; readable lines when that is a terminal. */
export function createLogger(name: string, level = process.env['LOG_LEVEL'] ?? 'info'): Logger {
  const options = { name, level, redact: { paths: secretPaths, censor: '***' }, timestamp: stdTimeFunctions.isoTime };
  if (process.stdout.isTTY)
    return pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname', sync: true }));
  return pino(options, destination({ dest: 1, sync: false, minLength: 0 }));
}
