import type { Activity } from '@numscope/contracts';
import type * as z from 'zod';

/** That a login was used: last `at`, and first, of what this tells, at `from`. In milliseconds. */
export type SeenSession = z.infer<typeof Activity>['sessions'][number];

/** A login as it is kept, by the id of its token. Times in milliseconds. */
export interface SessionRecord {
  id: string;
  userId: string;
  userName: string;
  address: string;
  agent: string;
  /** When its token was issued. */
  createdAt: number;
  expiresAt: number;
  /** When it was last used, as far as it was told. */
  seenAt: number;
}

/** A user whose account is gone; the id is unknown where an older version deleted it. */
export interface GoneUser {
  userId: string | null;
  userName: string;
}

/** A login as it was when its last use was read. */
export type LastUse = Pick<SessionRecord, 'id' | 'seenAt'>;
