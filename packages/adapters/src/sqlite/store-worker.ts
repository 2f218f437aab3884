import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { TransientError } from '@numscope/platform/transient-error';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

type Functions = Record<string, (...args: unknown[]) => unknown>;
interface StoreModule {
  open(options: unknown): Functions;
  openReader(options: unknown): Functions;
}

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

const stores = new Map<number, Functions>();

// The cache is kept at once, and not only when the thread ends in order: without it each thread carries the remover of
// types, some 10 MB.
async function open(request: Extract<WorkerRequest, { kind: 'open' }>): Promise<string[]> {
  const module = (await import(request.module)) as StoreModule;
  const functions = request.role === 'reader' ? module.openReader(request.options) : module.open(request.options);
  stores.set(request.store, functions);
  flushCompileCache();
  return Object.keys(functions).filter((name) => name !== 'close');
}

/** Bytes that a function made for its answer are handed over and not copied; a part of something larger is copied. */
const handedOver = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
    ? [value.buffer]
    : [];

const say = (answer: WorkerAnswer): void => port.postMessage(answer, handedOver(answer.value));

function sayFault(id: number, fault: unknown): void {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  say({ id, error, passes: error instanceof TransientError });
}

function perform(id: number, work: () => unknown): void {
  try {
    const value = work();
    if (value instanceof Promise)
      value.then(
        (later: unknown) => say({ id, value: later }),
        (error: unknown) => sayFault(id, error),
      );
    else say({ id, value });
  } catch (error) {
    sayFault(id, error);
  }
}

function take(request: WorkerRequest): void {
  const { id, store } = request;
  if (request.kind === 'open') {
    open(request).then(
      (value) => say({ id, value }),
      (error: unknown) => sayFault(id, error),
    );
  } else if (request.kind === 'close') {
    perform(id, () => void stores.get(store)?.['close']?.());
    stores.delete(store);
  } else perform(id, () => stores.get(store)?.[request.name]?.(...request.args));
}

port.on('message', (requests: WorkerRequest[]) => {
  for (const request of requests) take(request);
});
