import { NOTHING_PROVEN } from './options.ts';

/**
 * Ends the process with what a command came to. Where it came to nothing, at once: a connection to a server that takes it
 * and never answers would keep it for half a minute more.
 */
export function endWith(code: number): void {
  process.exitCode = code;
  if (code === NOTHING_PROVEN) process.exit();
}
