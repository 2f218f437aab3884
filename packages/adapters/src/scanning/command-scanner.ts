import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { FileScanner } from '@numscope/platform';
import { type Channel, shown, type Verdict } from './channel.ts';
import { channelScanner, type ScannerOptions } from './channel-scanner.ts';

/** How clamscan and clamdscan end where they found something, and all that do as they do. */
const FOUND = 1;
const TOLD_CHARS = 4096;

const sent = (stdin: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => stdin.write(piece, (error) => (error ? reject(error) : resolve())));

/** Nothing of our own environment is the program's business: it has secrets. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LANG: 'C.UTF-8' });

function begin(program: string, args: readonly string[]): Channel {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environment(), windowsHide: true });
  let told = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (told = (told + text).slice(-TOLD_CHARS)));
  // A program that has ended reads no more; its exit code says what that means.
  child.stdin.on('error', () => undefined);
  const verdict = new Promise<Verdict>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`the program of UPLOAD_SCAN_COMMAND cannot be run: ${error.message}`)),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve({ isClean: true });
      else if (code === FOUND) resolve({ isClean: false, threat: shown(told) });
      else reject(new Error(`the program of UPLOAD_SCAN_COMMAND ended with ${signal ?? code}: ${shown(told)}`));
    });
  });
  return {
    send: (piece) => sent(child.stdin, piece),
    finish: () => void child.stdin.end(),
    verdict,
    destroy: () => void child.kill('SIGKILL'),
  };
}

/**
 * Scans by a program that reads a file from its standard input and ends with 0 where it is clean, with 1 where it is not,
 * as `clamdscan -` does. It is started without a shell.
 * @param command the program and its arguments, with blanks between
 */
export function commandScanner(command: string, options: ScannerOptions): FileScanner {
  const [program = '', ...args] = command.split(/\s+/).filter(Boolean);
  return channelScanner(async () => begin(program, args), options);
}
