import { type Call, calls } from '@numscope/contracts';
import { type Authenticator, authorise, bearerOf, identifyBearer, type Logger, toApiError } from '@numscope/platform';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Credential } from '../realtime/holder-of.ts';
import type { Forward } from './costly-calls.ts';

/** Whoever may not have an export any more gets nothing of it after this time. */
const CHECK_MS = 500;

/** Answers that go on for as long as there are profiles. */
const endless: ReadonlySet<Call> = new Set<Call>([calls.exportProfileStream]);

interface UnderWay {
  credential: Credential;
  call: Call;
  raw: FastifyReply['raw'];
}

/**
 * Whether an answer that was begun may go on. That a token or key has only run out meanwhile takes back nothing: who
 * began in time may have all of it.
 */
async function mayGoOn({ credential, call }: UnderWay, authenticator: Authenticator): Promise<boolean> {
  try {
    authorise(call, await identifyBearer(credential.bearer, credential.address, authenticator));
    return true;
  } catch (error) {
    const { code, statusCode } = toApiError(error);
    if (code === 'SESSION_EXPIRED' || code === 'KEY_EXPIRED') return true;
    return statusCode !== 401 && statusCode !== 403;
  }
}

/**
 * Exports without a cap, which take minutes: cuts off those whose login was ended, whose key was revoked, or whose caller
 * lost the right. What was cut off has no closing line and no trailer.
 */
export class ExportsUnderWay {
  readonly #authenticator: Authenticator;
  readonly #log: Logger;
  readonly #underWay = new Set<UnderWay>();
  /** A key is put away once it is known whose it is. */
  readonly #bearers = new WeakMap<FastifyRequest, string>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(authenticator: Authenticator, log: Logger) {
    this.#authenticator = authenticator;
    this.#log = log;
  }

  static watches(call: Call): boolean {
    return endless.has(call);
  }

  /** Comes before it is found out who makes a request. */
  readonly remember: onRequestHookHandler = (request, _reply, done) => {
    this.#bearers.set(request, bearerOf(request) ?? '');
    done();
  };

  /** Forwards a call whose answer is watched. */
  watched(call: Call, forward: Forward): Forward {
    return (request, reply) => {
      const { raw } = reply;
      if (!raw.closed)
        this.#add({ credential: { bearer: this.#bearers.get(request) ?? '', address: request.ip }, call, raw });
      return forward(request, reply);
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #add(one: UnderWay): void {
    this.#underWay.add(one);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    one.raw.once('close', () => {
      this.#underWay.delete(one);
      if (this.#underWay.size === 0) this.close();
    });
  }

  async #check(): Promise<void> {
    // Where auth must be asked about a key and does not answer, it takes longer than the time until the next look.
    if (this.#checking) return;
    this.#checking = true;
    for (const one of this.#underWay) {
      if (await mayGoOn(one, this.#authenticator)) continue;
      this.#log.info('an export was cut off: its caller may not have it any more');
      one.raw.destroy();
    }
    this.#checking = false;
  }
}
