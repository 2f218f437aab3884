import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { EncoderBeginning, FromEncoder, Pixels } from './encoder-protocol.ts';
import { openFaceApi } from './face-api.ts';
import { FaceError } from './face-error.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

/** Added to the process's own nice value: only root could take that back. */
const NICER = 10;

// On Linux a thread has a priority of its own: whatever a job does comes first. Elsewhere it would be the process's.
const { gentle, own } = workerData as EncoderBeginning;
if (process.platform === 'linux' && gentle)
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER));

const say = (answer: FromEncoder): void => port.postMessage(answer);
const encode = await openFaceApi(own);

say({ ready: true });

/** Whatever else is thrown ends the thread: after a fault of the machine or of a model it would see every picture as broken. */
async function handle(pixels: Pixels): Promise<void> {
  try {
    say({ faces: await encode(pixels) });
  } catch (error) {
    if (!(error instanceof FaceError)) throw error;
    say({ error: error.message });
  }
}

port.on('message', (pixels: Pixels) => void handle(pixels));
