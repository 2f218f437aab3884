import { ApiError, calls, type Revocations, type SessionEnd } from '@numscope/contracts';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import type { ServiceClient } from '../ports/service-client.port.ts';
import type { Identity } from './identity.ts';
import { addEnd, endsToken, type TokenEnd } from './token-ends.ts';
import { IDLE, KEYS, LOGINS, SESSIONS, subjectKinds } from './token-subjects.ts';

/** How long auth keeps a question until there is news. */
const WAIT_MS = 8000;
/** An auth that says nothing for half of this is given up for another instance, if there is one. */
const PATIENCE_MS = 2 * (WAIT_MS + 1000);
/** How long the whole list may take, doubled after each try that took longer. */
const FIRST_PATIENCE_MS = 2000;
const MOST_PATIENCE_MS = 30_000;
/** Questions begin no closer to each other, also when auth does not keep them or its instances have different keys. */
const LEAST_MS = 300;

type Held = Pick<Identity, 'userName' | 'issuedAt' | 'key' | 'tokenId'>;

/** No token that was made of a key lives longer, by far. */
const KEY_COUNTS_MS = 20 * 60_000;
/** How far the clocks of signers and verifiers may differ. */
const CLOCKS_MS = 60 * 60_000;

/** Those that were heard of first come first; `heardAt` of `performance.now()`. */
type Ends = Map<string, TokenEnd & { heardAt: number }>;

function isEnded(ends: Ends, id: string, { issuedAt }: Pick<Identity, 'issuedAt'>): boolean {
  if (ends.size === 0) return false;
  const ended = ends.get(id.toLowerCase());
  return ended !== undefined && endsToken(ended, issuedAt);
}

/**
 * Which users' earlier tokens no longer count. Each service keeps the list and asks auth for news all the time; auth
 * answers once there is any, so that a logout or a change of roles bites within a second although tokens are checked
 * locally.
 */
export class RevocationList {
  readonly #users: Ends = new Map();
  /** By the beginning of what their ends go by, those that are known by an id: no call has to put such a name together. */
  readonly #others: Readonly<Record<(typeof subjectKinds)[number], Ends>> = {
    [KEYS]: new Map(),
    [SESSIONS]: new Map(),
    [IDLE]: new Map(),
    [LOGINS]: new Map(),
  };
  readonly #closing = new AbortController();
  /** The longest that a login may last, in milliseconds; null until auth has told it. */
  #longestSessionMs: number | null = null;
  #revision = 0;
  #keysId = '';
  #timer: NodeJS.Timeout | undefined;

  /**
   * Tokens issued up to `notBefore` (milliseconds) no longer count, but for the one issued exactly at `keepIssuedAt`
   * where no other end takes it. Names differ in more than case.
   */
  revoke(userName: string, notBefore: number, keepIssuedAt: number | null = null): void {
    const name = userName.toLowerCase();
    const { ends, id } = this.#placeOf(name);
    const end = addEnd(ends.get(id), { notBefore, keepIssuedAt });
    if (end === null) return;
    const now = performance.now();
    ends.delete(id);
    ends.set(id, { ...end, heardAt: now });
    this.#forget(ends, now);
  }

  /** Takes in what auth tells. */
  take({ users, longestSessionMs = 0 }: Pick<Revocations, 'users' | 'longestSessionMs'>): void {
    if (longestSessionMs > (this.#longestSessionMs ?? 0)) this.#longestSessionMs = longestSessionMs;
    for (const { userName, notBefore, keepIssuedAt } of users) this.revoke(userName, notBefore, keepIssuedAt);
  }

  #placeOf(name: string): { ends: Ends; id: string } {
    for (const kind of subjectKinds)
      if (name.startsWith(kind)) return { ends: this.#others[kind], id: name.slice(kind.length) };
    return { ends: this.#users, id: name };
  }

  /**
   * Who logs in and out, or makes and revokes keys, without end fills nobody's memory: what was made of a key counts five
   * minutes, other tokens no longer than a login may last.
   */
  #forget(ends: Ends, now: number): void {
    const loginMs = this.#longestSessionMs === null ? null : this.#longestSessionMs + CLOCKS_MS;
    const keptMs = ends === this.#others[KEYS] ? KEY_COUNTS_MS : loginMs;
    if (keptMs === null) return;
    for (const [id, { heardAt }] of ends) {
      if (now - heardAt < keptMs) return;
      ends.delete(id);
    }
  }

  /** A token ends with its user's, with the key that it was made of, and with its login. */
  isRevoked(identity: Held): boolean {
    return this.endOf(identity) !== null;
  }

  /** Why a token no longer counts; null while it does. */
  endOf(identity: Held): SessionEnd | null {
    const { userName, key, tokenId } = identity;
    if (
      key === undefined
        ? isEnded(this.#others[LOGINS], userName, identity)
        : isEnded(this.#others[KEYS], key.id, identity)
    )
      return 'ENDED';
    if (tokenId !== undefined && isEnded(this.#others[IDLE], tokenId, identity)) return 'UNUSED';
    if (tokenId !== undefined && isEnded(this.#others[SESSIONS], tokenId, identity)) return 'ENDED';
    return isEnded(this.#users, userName, identity) ? 'ENDED' : null;
  }

  /**
   * Resolves after the first answer, however long that takes, so that no service listens without the list.
   * `told` gets each answer: with the list come the keys by which users' tokens are known.
   */
  async follow(client: ServiceClient, log: Logger, told: (news: Revocations) => void = () => undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      let answered = false;
      let firstPatienceMs = FIRST_PATIENCE_MS;
      const ask = async (): Promise<void> => {
        const begun = performance.now();
        try {
          const news = await client.call(calls.revocations, {
            query: { since: this.#revision, keysId: this.#keysId, waitMs: answered ? WAIT_MS : 0 },
            timeoutMs: answered ? PATIENCE_MS : firstPatienceMs,
            signal: this.#closing.signal,
          });
          this.take(news);
          this.#revision = news.revision;
          this.#keysId = news.keysId;
          told(news);
          answered = true;
          resolve();
        } catch (error) {
          if (this.#closing.signal.aborted) return resolve();
          log.warn({ reason: reasonOf(error) }, 'the list of ended sessions could not be refreshed');
          // Who is not there yet, or refuses, is asked again without more of it.
          if (error instanceof ApiError && error.code === 'TIMEOUT')
            firstPatienceMs = Math.min(MOST_PATIENCE_MS, 2 * firstPatienceMs);
        }
        if (this.#closing.signal.aborted) return;
        this.#timer = setTimeout(ask, Math.max(0, begun + LEAST_MS - performance.now()));
        // While nothing was answered yet, this may be all that keeps the process alive.
        if (answered) this.#timer.unref();
      };
      void ask();
    });
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }
}
