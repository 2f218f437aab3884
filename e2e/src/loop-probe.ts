// Loaded into a process ahead of its program (`--import`), watches its event loop. Each call to the port that it leaves in `LOOP_PORTS/<process id>`
// answers the longest of each kind since the last call.
import { openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Longest } from './stalls.ts';

const TICK_MS = 5;

/** Milliseconds that this thread stood ready without being given a processor (schedstat, https://docs.kernel.org/scheduler/sched-stats.html); 0 where that is not told. */
function readerOfWaiting(): () => number {
  const text = Buffer.alloc(64);
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[1]) / 1e6;
  } catch {
    return () => 0;
  }
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watch(portsDir: string): void {
  const none: Longest = { task: 0, held: 0, waited: 0 };
  let longest = none;
  const waiting = readerOfWaiting();
  let before = { at: performance.now(), worked: worked(), waited: waiting() };
  const look = (): void => {
    const now = { at: performance.now(), worked: worked(), waited: waiting() };
    const waited = now.waited - before.waited;
    longest = {
      task: Math.max(longest.task, now.worked - before.worked),
      held: Math.max(longest.held, now.at - before.at - waited),
      waited: Math.max(longest.waited, waited),
    };
    before = now;
  };
  setInterval(look, TICK_MS).unref();
  const server = createServer((_request, response) => {
    look();
    response.setHeader('connection', 'close').end(JSON.stringify(longest));
    longest = none;
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') return;
    // Moved there, so that nobody reads a file that is not yet written.
    const file = join(portsDir, String(process.pid));
    writeFileSync(`${portsDir}-${process.pid}`, String(address.port));
    renameSync(`${portsDir}-${process.pid}`, file);
  });
  server.unref();
}

const portsDir = process.env['LOOP_PORTS'];
if (isMainThread && portsDir !== undefined) watch(portsDir);
