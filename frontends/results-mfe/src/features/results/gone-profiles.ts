import type { SocketMessage } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import type { QueryClient } from '@tanstack/react-query';
import { AfterNews } from './after-news.ts';
import { callsOfFound } from './calls-of-found.ts';

/** What is told of a number later than this is taken to be somebody else's deletion. */
const OWN_MS = 10_000;

const areGone = (message: SocketMessage): boolean =>
  (message.type === 'profile.updated' && message.data.isGone === true) ||
  (message.type === 'profiles.updated' && message.data.areGone === true);

/** The numbers that were deleted in this page, and when. */
const deletedHere = new Map<string, number>();

/** Says that a profile was deleted in this page, which loads what was found without it on its own: it is news to nobody here. */
export function noteDeleted(phone: string): void {
  deletedHere.set(phone, Date.now());
}

function isOwn(message: SocketMessage): boolean {
  if (message.type !== 'profile.updated') return false;
  const at = deletedHere.get(message.data.phone);
  deletedHere.delete(message.data.phone);
  return at !== undefined && Date.now() - at < OWN_MS;
}

/** Loads what was found anew, with its counts, once the server tells that profiles are gone, and while somebody is there. */
export class GoneProfiles {
  readonly #loading: AfterNews;

  constructor(client: QueryClient) {
    this.#loading = new AfterNews(
      () => {
        for (const call of callsOfFound) void client.invalidateQueries({ queryKey: callKey(call) });
      },
      // What is on its way may be from before; and given up each time, on a slow line none would ever be there.
      () => callsOfFound.some((call) => client.isFetching({ queryKey: callKey(call) }) > 0),
    );
  }

  hear(message: SocketMessage): void {
    if (areGone(message) && !isOwn(message)) this.#loading.want();
  }

  stop(): void {
    this.#loading.stop();
  }
}
