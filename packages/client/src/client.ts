import {
  BACKGROUND_HEADER,
  type Call,
  type CallName,
  firstCall,
  laterCall,
  type SocketMessage,
  type ToldTopic,
  withoutEndSlashes,
} from '@numscope/contracts';
import { ApiFailure, failureOf, noAnswer } from './api-failure.ts';
import { clientMessages } from './client-messages.ts';
import type { ClientOptions } from './client-options.ts';
import type { CallAnswer, CallInput, FormCallName, FormOptions, SendOptions } from './call-types.ts';
import type { EventOptions, ReceivedEvent } from './events.ts';
import { messagesOf } from './messages.ts';
import { type RawInput, requestFor } from './request-for.ts';
import { sendForm, type SentForm } from './send-form.ts';

const requestIdOf = (response: Response): string | undefined => response.headers.get('x-request-id') ?? undefined;

/** Undefined where it is no JSON. @throws what the signal ended it with, where that came midway */
const bodyOf = (response: Response, signal: AbortSignal | undefined): Promise<unknown> =>
  response.json().catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    return undefined;
  });

/**
 * What is sent and answered.
 * @throws ApiFailure NO_ANSWER when the file with the call's schemas does not come
 */
async function declared(name: CallName): Promise<Call> {
  const found = firstCall(name) ?? (await laterCall(name).catch((cause: unknown) => Promise.reject(noAnswer(cause))));
  if (found === undefined) throw new TypeError(`There is no call ${name}`);
  return found;
}

/**
 * The calls of Numscope for a browser or for Node.js, each typed by its contract.
 * @example const client = new Client({ url, bearer: () => key }); await client.call('getJob', { params: { number: '7' } });
 */
export class Client {
  readonly #url: string;
  readonly #bearer: () => string | null;
  readonly #background: () => boolean;
  readonly #WebSocket: ClientOptions['WebSocket'];

  constructor(options: ClientOptions = {}) {
    const { url = '', bearer = () => null, background = () => false, WebSocket = globalThis.WebSocket } = options;
    this.#url = withoutEndSlashes(url);
    this.#bearer = bearer;
    this.#background = background;
    this.#WebSocket = WebSocket;
  }

  /**
   * Makes a call; its answer is parsed by its schema.
   * @throws RequiredError before anything is sent, ApiFailure when it is refused or does not come through
   */
  async call<N extends CallName>(name: N, input: CallInput<N>, options: SendOptions = {}): Promise<CallAnswer<N>> {
    const response = await this.answer(name, input, options);
    const body = response.status === 204 ? undefined : await bodyOf(response, options.signal);
    return this.#read(name, response.status, body, requestIdOf(response));
  }

  /**
   * The same for answers that are bytes: pictures, and exports that stream.
   * @throws RequiredError, ApiFailure
   */
  async answer<N extends CallName>(name: N, input: CallInput<N>, options: SendOptions = {}): Promise<Response> {
    const request = requestFor(firstCall(name) ?? (await declared(name)), name, input as RawInput);
    let response: Response;
    try {
      response = await fetch(this.#url + request.url, {
        method: request.method,
        headers: {
          ...this.#headers(),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(options.keepalive === true ? { keepalive: true } : {}),
      });
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      throw noAnswer(cause);
    }
    if (response.ok) return response;
    const body = await bodyOf(response, options.signal);
    throw failureOf(response.status, body, requestIdOf(response), response.headers.get('retry-after'));
  }

  /**
   * Sends a form with files, and tells how far it is. Fields stand before the file, because the server reads while it
   * arrives.
   * @throws RequiredError before anything is sent; ApiFailure when it is refused; an AbortError when the signal stops it
   */
  async upload<N extends FormCallName>(name: N, form: FormData, options: FormOptions = {}): Promise<CallAnswer<N>> {
    const { url, method } = requestFor(await declared(name), name, { query: options.query, body: form });
    const sent: SentForm = await sendForm({ url: this.#url + url, method, headers: this.#headers(), form }, options);
    if (sent.status >= 400) throw failureOf(sent.status, sent.body, sent.requestId, sent.retryAfter);
    return this.#read(name, sent.status, sent.body, sent.requestId);
  }

  /**
   * What the server tells as it happens, until the signal ends it.
   * @throws ApiFailure when the bearer does not count (any more); TypeError when nothing here opens websockets
   */
  messages(options: SendOptions = {}): AsyncGenerator<SocketMessage> {
    if (!this.#WebSocket)
      throw new TypeError('Nothing here opens websockets: give the client one, as new Client({ WebSocket })');
    return messagesOf({ url: this.#url, bearer: this.#bearer, WebSocket: this.#WebSocket, ...options });
  }

  /**
   * The events of these topics (all that the bearer may hear, unless said), from behind the event `after` on, or from now
   * on: each once and in order for its key, over connections that break, until the signal ends it. Keep the `id` of what
   * you have handled to go on there in another run.
   * @example for await (const { id, event } of client.events({ topics: ['profile.updated'], after })) ...
   * @throws ApiFailure when it is refused: the bearer does not count, the id is too old or of another installation; UNREADABLE
   * when something else answers, or at an event of a version that this client does not know
   */
  async *events<T extends ToldTopic = ToldTopic>(options: EventOptions<T> = {}): AsyncGenerator<ReceivedEvent<T>> {
    // The schemas of all events are large, and the console needs none of them.
    const { eventsOf } = await import('./events.ts');
    yield* eventsOf({ url: this.#url, bearer: this.#bearer, ...options });
  }

  #headers(): Record<string, string> {
    const bearer = this.#bearer();
    return {
      accept: 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(this.#background() ? { [BACKGROUND_HEADER]: '1' } : {}),
    };
  }

  async #read<N extends CallName>(
    name: N,
    status: number,
    body: unknown,
    requestId: string | undefined,
  ): Promise<CallAnswer<N>> {
    const parsed = (await declared(name)).answer.safeParse(body);
    if (parsed.success) return parsed.data as CallAnswer<N>;
    throw new ApiFailure({
      status,
      code: 'UNREADABLE',
      message: clientMessages.unreadable,
      details: parsed.error.issues,
      ...(requestId === undefined ? {} : { requestId }),
    });
  }
}
