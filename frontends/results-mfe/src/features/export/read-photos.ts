import { ApiFailure, backoffMs } from '@numscope/client';
import { callBlob, isPassing } from '@numscope/ui';

/** What fails for a reason that passes is asked for so often. */
const TRIES = 4;

interface PhotoReader {
  /** Reads a picture; null: it is left out, and its id stays in the export. */
  photo: (id: string, signal: AbortSignal) => Promise<Blob | null>;
  /** How many were left out though they are there. */
  missing: () => number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads the pictures of one export. One that is gone by now is left out. What cannot be loaded for now is asked for again, until
 * that has failed to the end once: nobody waits for as many as there may be.
 * @param pauseMs before the next try; of tests
 */
export function photoReader(pauseMs = (attempt: number): number => backoffMs(attempt, Math.random())): PhotoReader {
  let missing = 0;
  let isAway = false;
  const photo: PhotoReader['photo'] = async (id, signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await callBlob('getThumbnail', { params: { id } }, { signal, quiet: true });
      } catch (error) {
        if (signal.aborted || (error instanceof ApiFailure && error.status === 404)) return null;
        isAway ||= attempt === TRIES;
        if (isAway || !isPassing(error)) {
          missing += 1;
          return null;
        }
        await pause(pauseMs(attempt));
      }
    }
  };
  return { photo, missing: () => missing };
}
