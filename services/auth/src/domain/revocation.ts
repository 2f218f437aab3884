import type { Revocations } from '@numscope/contracts';

/** Ends the tokens of a user that were signed before a moment. Times in milliseconds. */
export interface Revocation {
  userName: string;
  /** Tokens issued up to then no longer count. */
  notBefore: number;
  /** But for the one issued exactly then. */
  keepIssuedAt: number | null;
}

/**
 * Ends of API keys stand from the one name on and below the other, which no user's does. So long after its `notBefore`
 * each is kept: what was made of a key is over long before, and else who makes and revokes keys without end fills the
 * list that each process reads when it starts. Other ends are kept as long as a login may last.
 */
const endsOfKeys = { from: 'key:', below: 'key;' } as const;
const KEY_ENDS_KEPT_MS = 600_000;

/**
 * From which `notBefore` on ends count still: any, and those of keys, whose names lie between two. An end from before
 * ends no token any more.
 */
export const endsCountFrom = (now: number, longestSessionMs: number) => ({
  any: now - longestSessionMs,
  keys: { ...endsOfKeys, notBefore: now - KEY_ENDS_KEPT_MS },
});

/** Whether an end, as it comes, can still end a token. */
export function endCounts({ userName, notBefore }: Revocation, now: number, longestSessionMs: number): boolean {
  const { any, keys } = endsCountFrom(now, longestSessionMs);
  const isOfKey = userName >= keys.from && userName < keys.below;
  return notBefore >= any && (!isOfKey || notBefore >= keys.notBefore);
}

/** What changed of that after a revision. */
export type EndedSessions = Required<Omit<Revocations, 'keys' | 'keysId'>>;

/** An end as services are told of it. */
export const toldOf = ({ userName, notBefore, keepIssuedAt }: Revocation): EndedSessions['users'][number] => ({
  userName,
  notBefore,
  ...(keepIssuedAt === null ? {} : { keepIssuedAt }),
});
