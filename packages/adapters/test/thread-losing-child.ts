// Run as a child by worker-store.test.ts: a process whose store loses a thread, with the end that the product's have.
import { openWorkerStore } from '@numscope/adapters/sqlite';
import { reasonOf } from '@numscope/platform/errors';

const [path, how] = process.argv.slice(2);
if (path === undefined || (how !== 'exit' && how !== 'endThread')) throw new Error('needs a path and a call');
const say = (text: string): void => void process.stderr.write(`${text}\n`);
process.on('uncaughtException', (error) => {
  say(`fatal: ${error.message}`);
  process.exit(1);
});
const store = await openWorkerStore<typeof import('./counter-store.ts')>({
  module: new URL('./counter-store.ts', import.meta.url),
  options: { path },
  threads: { readers: ['test-reader'] },
});
// It works until it is told to end.
setInterval(() => undefined, 1000);
await store[how]().catch((error: unknown) => say(`refused: ${reasonOf(error)}`));
