import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { builtInModel } from './built-in-model.ts';
import type { EncoderBeginning } from './encoder-protocol.ts';
import { EncoderThread } from './encoder-thread.ts';
import type { EncodedFace, FaceEncoder } from './face-encoder.port.ts';
import type { OwnModel } from './own-model.ts';
import { EncoderEnded } from './face-error.ts';
import { pixelsInTurn } from './picture-pixels.ts';

export interface EncoderOptions {
  /** How many threads detect faces on stored pictures; one less than the processors unless said. */
  threads?: number | undefined;
  /** The operator's model in the place of the built-in one. */
  own?: OwnModel | null;
  /** Whether face detection of stored pictures gives way to whatever else this machine has to do; they do unless said. */
  gentle?: boolean;
}

/** Some threads, each of which has one picture at a time. */
function openThreads(count: number, beginning: EncoderBeginning) {
  // Whoever waits hears of the end.
  const limit = pLimit({ concurrency: count, rejectOnClear: true });
  const threads = Array.from({ length: count }, () => new EncoderThread(beginning));
  const free = [...threads];
  const pixels = pixelsInTurn();
  let closed = false;
  const inFree = async (picture: Uint8Array): Promise<EncodedFace[]> => {
    const thread = free.pop() ?? new EncoderThread(beginning);
    try {
      const read = await pixels.of(picture);
      if (closed) throw new EncoderEnded('it was closed', false);
      return await thread.encode(read);
    } finally {
      free.push(thread);
    }
  };
  return {
    encode: (picture: Uint8Array) => limit(() => inFree(picture)),
    begin: () => void (closed || free.at(-1)?.begin()),
    async close() {
      closed = true;
      limit.clearQueue();
      pixels.close();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/**
 * The encoder that comes along, or the operator's. Its threads begin with the first picture. A search has a thread of its own, so that it
 * waits for no stored picture.
 */
export function openFaceEncoder({
  threads = Math.max(1, availableParallelism() - 1),
  own = null,
  gentle = true,
}: EncoderOptions = {}): FaceEncoder {
  const ofStored = openThreads(threads, { gentle, own });
  const urgent = openThreads(1, { gentle: false, own });
  return {
    model: own?.model ?? builtInModel,
    threads,
    encode: (picture, options = {}) => (options.urgent ? urgent : ofStored).encode(picture),
    warm: () => urgent.begin(),
    async close() {
      await Promise.all([ofStored.close(), urgent.close()]);
    },
  };
}
