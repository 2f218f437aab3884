import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process of the distributed way was given, as whoever takes it over reads it. */
export function environmentOf(dataDir: string, label: string): Record<string, string> {
  const pid = readFileSync(join(dataDir, 'run', `${label}.pid`), 'utf8').trim();
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
