import { BroadcastChannel } from 'node:worker_threads';
import type { Bits } from './bits.ts';
import type { SharedIds } from './ordered-ids.ts';
import type { SortKey } from './sort-keys.ts';
import type { SharedPlaces } from './sorted-places.ts';

/** What threads that read the index and the one that makes sets of it say to each other. All bytes are shared. */
export type SetsMessage =
  /** Terms and orders that were asked for and are not there, and how often. */
  | { kind: 'missed'; times: ReadonlyMap<string, number> }
  /** Sets were of use. */
  | { kind: 'used' }
  /** Somebody has just begun to read, and wants to hear of all that is there. */
  | { kind: 'new reader' }
  /** From now on all is about these documents, which are those of the index after so many changes. */
  | { kind: 'ids'; number: number; changes: number; ids: SharedIds }
  | { kind: 'set'; term: string; bits: Bits }
  /** There is no room for it. */
  | { kind: 'no set'; term: string }
  | { kind: 'order'; key: SortKey; places: SharedPlaces }
  /** What was made is of no use any more. */
  | { kind: 'nothing' };

export interface SetsLink {
  /** Everybody else hears it; after closing nobody does. */
  say(message: SetsMessage): void;
  /** @param listener hears what the others say, between two pieces of work */
  hear(listener: (message: SetsMessage) => void): void;
  close(): void;
}

/** Among all threads of this process that have to do with one index. */
export function setsLink(path: string): SetsLink {
  const channel = new BroadcastChannel(`sets of ${path}`);
  let isOpen = true;
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    say: (message) => isOpen && channel.postMessage(message),
    hear(listener) {
      channel.addEventListener('message', ({ data }: { data: SetsMessage }) => listener(data));
      channel.unref();
    },
    close(): void {
      isOpen = false;
      channel.close();
    },
  };
}
