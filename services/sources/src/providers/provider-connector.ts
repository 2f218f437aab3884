import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderMatch } from '@numscope/contracts';
import type { Proxy } from '../config/source-config.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import type { ConnectorParts } from '../connectors/connectors.ts';
import { type AnswerExpressions, compileAnswer, isTrue } from '../connectors/http/expressions.ts';
import { HttpCaller, type PlainRequest } from '../connectors/http/http-caller.ts';
import { checkPage, checkStatus, openPage, type Page, saysNothing } from '../connectors/http/page.ts';
import { SecretMask } from '../connectors/http/secret-mask.ts';
import { pictureRequest, type SoughtPicture } from './picture-body.ts';
import type { ProviderConfig } from './provider-config.ts';
import { readMatches } from './read-matches.ts';

const ACCOUNT = 'default';

export interface ProviderOptions extends Pick<ConnectorParts, 'secrets' | 'now'> {
  config: ProviderConfig;
  proxy: Proxy | null;
}

/** One of the operator's providers of face search, with connections of its own. Nothing is kept of what it is asked. */
export class ProviderConnector {
  readonly #options: ProviderOptions;
  readonly #caller: HttpCaller;
  readonly #expressions: AnswerExpressions;
  readonly #ending = new AbortController();

  constructor(options: ProviderOptions) {
    const { config, proxy, secrets, now } = options;
    const { request, answer, poll, auth, timeoutMs, concurrency } = config;
    this.#options = options;
    const mask = new SecretMask(secrets);
    this.#caller = new HttpCaller({
      config: {
        request,
        answer,
        auth: auth ?? null,
        timeoutMs,
        limits: { concurrency },
        accounts: [{ name: ACCOUNT, headers: {} }],
      },
      proxy,
      mask,
      now,
    });
    this.#expressions = compileAnswer(
      { answer: { ...answer, phone: null, observedAt: null, cost: null }, next: null, poll },
      mask,
    );
  }

  /** @throws SourceFault */
  async search(picture: SoughtPicture): Promise<ProviderMatch[]> {
    const { request, poll } = this.#options.config;
    const first = await this.#page(await pictureRequest(request, { picture, answer: null }));
    if (!poll || saysNothing(first, this.#expressions)) return readMatches(first, this.#expressions);
    checkPage(first, this.#expressions);
    if (isTrue(this.#expressions.failed?.(first.envelope))) return readMatches(first, this.#expressions);
    const again = await pictureRequest(poll, { picture, answer: first.envelope.body });
    return readMatches(await this.#poll(again, poll), this.#expressions);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#caller.close();
  }

  /** Asks until it is done, the first time at once: many are. */
  async #poll(request: PlainRequest, poll: NonNullable<ProviderConfig['poll']>): Promise<Page> {
    const { now } = this.#options;
    const { signal } = this.#ending;
    const { everyMs, atMostMs } = poll;
    for (const begun = now(); ;) {
      const polled = await this.#pollOnce(request, poll);
      if (polled && !(polled instanceof SourceFault)) return polled;
      const waitMs = Math.max(everyMs, polled?.holdMs ?? 0);
      if (now() - begun + waitMs > atMostMs) throw notInTime(atMostMs, polled);
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new SourceFault('was not waited for: the service ends');
    }
  }

  /** One poll; null: not yet, and a fault: lost on its way or refused for now, and to be sent again. */
  async #pollOnce(
    request: PlainRequest,
    poll: NonNullable<ProviderConfig['poll']>,
  ): Promise<Page | SourceFault | null> {
    try {
      const page = await this.#page(request);
      if (saysNothing(page, this.#expressions)) return page;
      checkPage(page, this.#expressions);
      const isOver = isTrue(this.#expressions.until?.(page.envelope));
      return isOver || isTrue(this.#expressions.failed?.(page.envelope)) ? page : null;
    } catch (error) {
      const isAgain = error instanceof SourceFault && (error.isTooOften || error.isLost);
      if (isAgain && isRepeated(poll)) return error;
      throw error;
    }
  }

  async #page(request: PlainRequest): Promise<Page> {
    const answer = await this.#caller.send(ACCOUNT, request);
    checkStatus(answer, this.#expressions, this.#options.now());
    return openPage(answer, answer.url, this.#expressions);
  }
}

/** A poll by POST may be the paid search itself, which the provider may have done though its answer got lost. */
const isRepeated = ({ method, repeatLost }: NonNullable<ProviderConfig['poll']>): boolean =>
  repeatLost ?? method === 'GET';

const notInTime = (atMostMs: number, fault: SourceFault | null): SourceFault =>
  new SourceFault(
    `was not done within ${atMostMs} ms${fault ? `: ${fault.message}` : ''}`,
    fault ? { kind: fault.kind, unwell: fault.unwell } : {},
  );
