import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { JudgedPhones } from './judged-phones.ts';
import { PhoneFile } from './phone-file.ts';
import type { FromWorker, ToWorker } from './phones-protocol.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

interface Upload {
  file: PhoneFile | null;
  judged: JudgedPhones | null;
}

flushCompileCache();

const uploads = new Map<number, Upload>();
const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

function handle(message: ToWorker): void {
  const { upload } = message;
  if (message.type === 'begin') {
    uploads.set(upload, { file: new PhoneFile(message.options), judged: null });
    return;
  }
  const state = uploads.get(upload);
  if (message.type === 'drop') uploads.delete(upload);
  else if (message.type === 'piece') {
    const fault = state?.file?.write(new Uint8Array(message.buffer, 0, message.length)) ?? null;
    send({ type: 'piece-done', upload, buffer: message.buffer, fault }, [message.buffer]);
  } else if (message.type === 'end') {
    const file = state?.file;
    if (!state || !file) return;
    const fault = file.end();
    send({ type: 'read', upload, fault, summary: fault ? null : { read: file.read, skippedLines: file.skippedLines } });
    if (!fault)
      state.judged = new JudgedPhones({ candidates: file.candidates, texts: file.texts, region: file.options.region });
    state.file = null;
  } else {
    const slice = state?.judged?.slice() ?? null;
    const moved = slice ? null : (state?.judged?.moved() ?? null);
    // Handed over, not copied: a million phones would leave 8 MB of garbage here.
    send({ type: 'slice', upload, slice, moved }, slice ? [slice.numbers.buffer] : []);
  }
}

port.on('message', (message: ToWorker) => {
  try {
    handle(message);
  } catch (error) {
    uploads.delete(message.upload);
    send({ type: 'broken', upload: message.upload, message: error instanceof Error ? error.message : String(error) });
  }
});
