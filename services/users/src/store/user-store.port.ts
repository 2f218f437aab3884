import type { OutboxSource, OutgoingEvent } from '@numscope/platform';
import type { SecondFactor } from '../domain/second-factor.ts';
import type { ProviderIdentity, SessionEnd, UserChange, UserRecord } from '../domain/user.ts';
import type { UserSort } from '../domain/user-sort.ts';

export interface UserListing {
  /** A part of the name, in any case; null for all. */
  namePart: string | null;
  sort: UserSort;
  offset: number;
  limit: number;
}

/** STALE: somebody changed the user since it was read. */
export type ChangeOutcome = 'DONE' | 'NAME_TAKEN' | 'LAST_ADMIN' | 'STALE';

/**
 * The users. The store is the arbiter of names, of the first and of the last administrator, and of which came first, a
 * login or a change; events are kept exactly when the change is. With `ended` it adds `user.changed` with the moment of
 * the commit.
 */
export interface UserStore extends OutboxSource {
  /** NAME_TAKEN also where somebody else was made for that very identity of the provider meanwhile. */
  create(user: UserRecord, events: OutgoingEvent[]): Promise<'DONE' | 'NAME_TAKEN'>;
  /** Creates the user only if there is none at all; whether it did. */
  createFirst(user: UserRecord): Promise<boolean>;
  isEmpty(): Promise<boolean>;
  find(id: string): Promise<UserRecord | null>;
  findByProvider(provider: ProviderIdentity): Promise<UserRecord | null>;
  findByName(userName: string): Promise<UserRecord | null>;
  /** Changes the user unless it is no longer at `revision`, or nobody would be left with the role ADMIN. */
  change(
    id: string,
    revision: number,
    change: UserChange,
    events: OutgoingEvent[],
    ended: SessionEnd | null,
  ): Promise<ChangeOutcome>;
  remove(
    id: string,
    revision: number,
    events: OutgoingEvent[],
    ended: SessionEnd,
  ): Promise<Exclude<ChangeOutcome, 'NAME_TAKEN'>>;
  /**
   * Notes a login of the user as it is at `revision` and answers its moment; null if the user changed since. Later than
   * `after` and than what was told of the user last, whose clock may have been ahead of ours. With the second factor as
   * it is after its code was used, that is kept with it, and the user is at the next revision.
   */
  noteLogin(id: string, revision: number, after: number, factor?: SecondFactor): Promise<number | null>;
  list(listing: UserListing): Promise<{ users: UserRecord[]; total: number }>;
  check(): Promise<void>;
  close(): Promise<void>;
}
