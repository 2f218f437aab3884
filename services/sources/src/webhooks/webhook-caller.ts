import type { WebhookTrial } from '@numscope/contracts';
import { productVersion } from '@numscope/contracts';
import { codeOf, isError, reasonOf } from '@numscope/platform';
import { Agent, buildConnector } from 'undici';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import type { KeptWebhook } from './kept-webhook.ts';

const CONNECT_MS = 5000;
const ANSWER_MS = 10_000;
/** All of an attempt, whatever is sent by drops. */
const ATTEMPT_MS = 15_000;
/** Nothing of an answer is kept; more than this is not even read. */
const ANSWER_BYTES = 64 * 1024;
const REASON_CHARS = 200;

/** What is sent to a webhook once. */
export interface Sent {
  delivery: string;
  type: string;
  json: string;
}

const words: Readonly<Record<string, string>> = {
  PRIVATE_ADDRESS: 'the address is private and not among WEBHOOK_PRIVATE_HOSTS',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'the host refuses the connection',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'there was no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer did not end in time',
};

/** Why there was no answer, in words that hold no more than what is known of the address. */
function faultOf(error: unknown, url: string): string {
  if (isError(error) && error.name === 'TimeoutError') return `there was no answer within ${ATTEMPT_MS / 1000} s`;
  const code = codeOf(error) ?? (isError(error) ? codeOf(error.cause) : undefined);
  // A query may hold a token of the receiver's.
  return (code !== undefined && words[code]) || reasonOf(error).replaceAll(url, 'the address').slice(0, REASON_CHARS);
}

/** Connects to what was checked and to nothing else, however often a name is pointed elsewhere. */
const connectorTo =
  (addresses: WebhookAddresses): buildConnector.connector =>
  (options, callback) => {
    const { protocol, hostname, port } = options;
    const url = URL.parse(`${protocol}//${hostname}${port ? `:${port}` : ''}`);
    if (url === null || !addresses.allows(url))
      return callback(Object.assign(new Error('a private address'), { code: 'PRIVATE_ADDRESS' }), null);
    buildConnector({ timeout: CONNECT_MS, lookup: addresses.lookupFor(url) })(options, callback);
  };

/** Calls webhooks: each attempt signed anew, no redirect followed, of the answer only the status taken. */
export class WebhookCaller {
  readonly #agent: Agent;
  readonly #clock: { now(): number };

  constructor(addresses: WebhookAddresses, clock: { now(): number }) {
    this.#clock = clock;
    this.#agent = new Agent({
      connect: connectorTo(addresses),
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
      keepAliveTimeout: 10_000,
      connections: 16,
    });
  }

  /** Never throws: a failure is an outcome. */
  async call(
    { url, secret }: Pick<KeptWebhook, 'url' | 'secret'>,
    { delivery, type, json }: Sent,
  ): Promise<WebhookTrial> {
    const begun = performance.now();
    const ended = (ok: boolean, status: number | null, reason: string | null): WebhookTrial => ({
      ok,
      status,
      reason,
      ms: Math.round(performance.now() - begun),
    });
    try {
      const { origin, pathname, search } = new URL(url);
      const { statusCode, body } = await this.#agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': `Numscope/${productVersion.replace(/^v/, '')}`,
          'x-numscope-event': type,
          'x-numscope-delivery': delivery,
          [SIGNATURE_HEADER]: signatureOf(json, secret, this.#clock.now()),
        },
        body: json,
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      // What was taken is taken, also where the rest of the answer does not come.
      await body.dump({ limit: ANSWER_BYTES }).catch(() => undefined);
      if (statusCode >= 200 && statusCode < 300) return ended(true, statusCode, null);
      const moved = statusCode >= 300 && statusCode < 400;
      return ended(false, statusCode, moved ? 'it sends elsewhere, and nobody is followed' : `status ${statusCode}`);
    } catch (error) {
      return ended(false, null, faultOf(error, url));
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
