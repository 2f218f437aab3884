import { loginsSubject } from '@numscope/platform';
import type { AuthStore } from '../store/auth-store.port.ts';

/** The moment up to which a user's logins were last ended, with all tokens of theirs or without those of keys; 0: never. */
export async function loginsEndedUpTo(userName: string, store: Pick<AuthStore, 'endedUpTo'>): Promise<number> {
  const ends = await Promise.all([store.endedUpTo(userName), store.endedUpTo(loginsSubject(userName))]);
  return Math.max(...ends);
}
