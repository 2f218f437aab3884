// What a test file left running: servers, sockets, timers, processes, threads. Nothing of it may reach the next file.
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import workers from 'node:worker_threads';

/** What was closed may need some turns until it is gone. */
const TURNS = 20;
const TURN_MS = 10;

const threads = new Set();
// The process tells of a thread (`worker`) only when that runs, which may be after the end of the file that began it.
const { Worker } = workers;
workers.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    threads.add(this);
    this.once('exit', () => threads.delete(this));
  }
};
syncBuiltinESMExports();
// They begin when they are first asked for.
void [process.stdout, process.stderr];

const running = () => [...process.getActiveResourcesInfo(), ...[...threads].map(() => 'Worker')];

/**
 * Remembers what runs now.
 * @returns tells what runs besides, in kinds as Node.js names them: none after a file that closed all that it opened
 */
export function keepRunning() {
  const before = running();
  const besides = () => {
    const rest = running();
    for (const one of before) if (rest.includes(one)) rest.splice(rest.indexOf(one), 1);
    return rest;
  };
  return async () => {
    for (let turn = 0; turn < TURNS && besides().length > 0; turn += 1) await wait(TURN_MS, undefined, { ref: false });
    return besides();
  };
}
