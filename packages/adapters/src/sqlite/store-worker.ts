import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerAnswer, WorkerCall, WorkerStart } from './worker-protocol.ts';

type Functions = Record<string, (...args: unknown[]) => unknown>;

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

const start = workerData as WorkerStart;
const module = (await import(start.module)) as { open(options: unknown, role: 'writer' | 'reader'): Functions };
const functions = module.open(start.options, start.role);

port.on('message', (call: WorkerCall) => {
  const answer: WorkerAnswer = { id: call.id };
  try {
    if (call.name === 'close') functions['close']?.();
    else if (call.name !== 'ready') answer.value = functions[call.name]?.(...call.args);
  } catch (error) {
    answer.error = error instanceof Error ? error : new Error(String(error));
  }
  port.postMessage(answer);
});
