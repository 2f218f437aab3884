import type { Revocations } from '@numscope/contracts';

/** From when on a user's tokens count again. Times in milliseconds. */
export interface Revocation {
  userName: string;
  /** Tokens issued up to then no longer count. */
  notBefore: number;
  /** But for the one issued exactly then. */
  keepIssuedAt: number | null;
}

/** What changed of that after a revision. */
export type EndedSessions = Omit<Revocations, 'keys' | 'keysId'>;
