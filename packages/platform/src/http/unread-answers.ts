import type { ServerResponse } from 'node:http';
import { apiError, limits, LOWER_BOUND_HEADER, TOTAL_HEADER } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import { isService } from './identity.ts';

/** Smaller answers are not counted: the connections themselves are few enough for them. */
const SMALL_BYTES = 16 * 1024;
/** Unread bytes of all callers of a service: beyond that, a caller who has an answer to read gets no further one. */
const CROWDED_BYTES = 2 * limits.unreadAnswerBytes;
const RETRY_S = 1;
/** What a handler says of an answer that is refused after all. */
const ofContent = [
  'content-disposition',
  'content-length',
  'cache-control',
  'etag',
  TOTAL_HEADER,
  LOWER_BOUND_HEADER,
] as const;

/** At once where it is known to be small: most answers are. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length < SMALL_BYTES ? 0 : Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}

/**
 * What was answered and is not taken yet stands in memory as long as its caller likes: of each caller few bytes of it. Who
 * takes one answer before it asks for the next is never refused; one answer alone may be of any size.
 */
class UnreadAnswers {
  readonly #ofCaller = new Map<string, number>();
  #all = 0;

  /** Counts an answer until it is taken, or its caller gone. @returns whether there is room for it */
  hold(caller: string, bytes: number, answer: ServerResponse): boolean {
    const own = this.#ofCaller.get(caller) ?? 0;
    if (own > 0 && (own + bytes > limits.unreadAnswerBytes || this.#all + bytes > CROWDED_BYTES)) return false;
    if (answer.closed) return true;
    this.#add(caller, bytes);
    let isHeld = true;
    const release = (): void => {
      if (isHeld) this.#add(caller, -bytes);
      isHeld = false;
    };
    answer.once('finish', release).once('close', release);
    return true;
  }

  #add(caller: string, bytes: number): void {
    const own = (this.#ofCaller.get(caller) ?? 0) + bytes;
    this.#all += bytes;
    if (own > 0) this.#ofCaller.set(caller, own);
    else this.#ofCaller.delete(caller);
  }
}

/** Bounds what the users of a service leave unread of its answers: all logins and keys of a user are one. */
export function boundUnreadAnswers(app: FastifyInstance): void {
  const unread = new UnreadAnswers();
  app.addHook('onSend', (request, reply, payload, done) => {
    const { identity } = request;
    const bytes = identity === null || isService(identity) ? 0 : bytesOf(payload);
    if (identity === null || bytes < SMALL_BYTES) return done();
    if (unread.hold(identity.userId, bytes, reply.raw)) return done();
    // The refusal is no file, and none of what was to be kept.
    for (const name of ofContent) reply.removeHeader(name);
    done(apiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_S }));
  });
}
