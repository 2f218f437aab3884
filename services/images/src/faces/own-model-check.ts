import { parentPort, workerData } from 'node:worker_threads';
import { openOnnx } from './onnx-vectors.ts';
import type { OwnModel } from './own-model.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

/** Null: it is what its page says. */
const say = (fault: string | null): void => port.postMessage(fault);

try {
  await openOnnx(workerData as OwnModel);
  say(null);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
}
