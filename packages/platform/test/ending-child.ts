// Run as a child by shutdown.test.ts: a process with a part that takes a while to close and then leaves a file.
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, Shutdown } from '@numscope/platform';

const CLOSING_MS = 300;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('needs the file to leave');
const shutdown = new Shutdown(createLogger('child', 'info'));
shutdown.add('a part', async () => {
  await wait(CLOSING_MS);
  writeFileSync(file, 'closed');
});
shutdown.onSignals();
process.stderr.write('ready\n');
// It works until it is told to end.
setInterval(() => undefined, 1000);
