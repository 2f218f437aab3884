// Run as a child by shutdown.test.ts: a process with a part that takes a while to close and then leaves a file. It may
// say many lines first, and have a fault that nobody catches.
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, onUnforeseen, Shutdown } from '@numscope/platform';

const CLOSING_MS = 300;

const [file, lines = '0', fault] = process.argv.slice(2);
if (file === undefined) throw new Error('needs the file to leave');
const log = createLogger('child', 'info');
onUnforeseen(log);
const shutdown = new Shutdown(log);
shutdown.add('a part', async () => {
  await wait(CLOSING_MS);
  writeFileSync(file, 'closed');
});
shutdown.onSignals();
for (let line = 1; line <= Number(lines); line++) log.info({ line, filler: 'x'.repeat(1000) }, 'a line');
process.stderr.write('ready\n');
if (fault !== undefined)
  setTimeout(() => {
    throw new Error(fault);
  }, 10);
// It works until it is told to end.
setInterval(() => undefined, 1000);
