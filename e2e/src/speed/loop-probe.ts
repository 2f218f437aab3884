// Loaded into a process ahead of its program (`--import`), watches its event loop. Each call to the port that it leaves in `LOOP_PORTS/<process id>`
// answers the longest of each kind since the last call.
import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks';
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

/**
 * Calls `begins` ahead of each task of the event loop: a callback of the system, with the ticks and promises that follow from it. A turn of the loop runs
 * all that came in while others had the processor, one task after the other; so the length of a turn does not tell that of a task.
 */
function watchTasks(begins: () => void): void {
  let depth = 0;
  createHook({
    trackPromises: false,
    before() {
      const resource = executionAsyncResource();
      // A tick is a plain object, and what a library wraps is run within a task.
      if (depth++ === 0 && resource.constructor !== Object && !(resource instanceof AsyncResource)) begins();
    },
    after: () => void depth--,
  }).enable();
}

function watch(portsDir: string): void {
  const none = (): Longest => ({ task: 0, held: 0, waited: 0 });
  let longest = none();
  const waiting = readerOfWaiting();
  let workedBefore = worked();
  const taskBegins = (): void => {
    const now = worked();
    longest.task = Math.max(longest.task, now - workedBefore);
    workedBefore = now;
  };
  let before = { at: performance.now(), waited: waiting() };
  const look = (): void => {
    const now = { at: performance.now(), waited: waiting() };
    const waited = now.waited - before.waited;
    longest = {
      task: longest.task,
      held: Math.max(longest.held, now.at - before.at - waited),
      waited: Math.max(longest.waited, waited),
    };
    before = now;
  };
  watchTasks(taskBegins);
  setInterval(look, TICK_MS).unref();
  const server = createServer((_request, response) => {
    look();
    response.setHeader('connection', 'close').end(JSON.stringify(longest));
    longest = none();
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
