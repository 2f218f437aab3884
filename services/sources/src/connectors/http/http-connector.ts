import type { Proxy } from '../../config/source-config.ts';
import { type AskedNumber, fillUrl, placeholdersOf, urlFiller, type Values } from '../../domain/template.ts';
import { type AskOptions, type Connector, type SourceAnswer, SourceFault } from '../connector.port.ts';
import type { ConnectorParts } from '../connectors.ts';
import { valuesOfAnswer } from './answer-values.ts';
import { type AnswerExpressions, compileAnswer, watched } from './expressions.ts';
import { type CalledAnswer, HttpCaller, type PlainRequest } from './http-caller.ts';
import { type HttpSource, LONGEST_POLL_MS } from './http-source.ts';
import { checkStatus, openPage, type Page, readCost } from './page.ts';
import { addressOfPage, followPages } from './paging.ts';
import { PhotoFetcher } from './photo-fetcher.ts';
import type { PagedAnswers } from './poll-steps.ts';
import { askByPolling } from './polling.ts';
import { proxyOptions } from './proxy.ts';
import { readAnswer } from './read-answer.ts';
import { bodyTemplate } from './request-body.ts';
import { SecretMask } from './secret-mask.ts';

const CUT = 'the provider had more than 10 pages: what came after them is left out';
const FIRST_PAGE: Values = { next: '' };

export interface HttpConnectorOptions extends Pick<ConnectorParts, 'secrets' | 'submissions' | 'now' | 'lookup'> {
  name: string;
  config: HttpSource;
  proxy: Proxy | null;
}

/** What is the same in all calls that one question takes. */
interface Asking extends AskOptions {
  numbers: readonly AskedNumber[];
  expressions: AnswerExpressions;
}

/** An HTTP API by declarative mapping, with connections of its own. */
export class HttpConnector implements Connector {
  readonly batchSize: number;
  readonly asksOnce: boolean;
  readonly #options: HttpConnectorOptions;
  readonly #caller: HttpCaller;
  readonly #photos: PhotoFetcher;
  readonly #expressions: AnswerExpressions;
  readonly #url: ReturnType<typeof urlFiller>;
  readonly #body: ReturnType<typeof bodyTemplate>;
  /** Whether the next page is asked for by `{next}` in the request; else it has an address of its own. */
  readonly #pagesByToken: boolean;
  readonly #ending = new AbortController();

  constructor(options: HttpConnectorOptions) {
    const { config, proxy, secrets, now, lookup } = options;
    this.#options = options;
    const mask = new SecretMask(secrets);
    this.batchSize = config.request.batchSize;
    this.asksOnce = config.poll !== undefined;
    this.#caller = new HttpCaller({ config, proxy, mask, now, ...(lookup && { lookup }) });
    this.#photos = new PhotoFetcher({
      hosts: config.photoHosts,
      timeoutMs: config.timeoutMs,
      now,
      proxy: proxy ? proxyOptions(proxy) : null,
      own: {
        origin: originOf(config.request.url),
        signed: (account, url) => this.#caller.signed(account, url),
        turn: (work) => this.#caller.turn(work),
      },
    });
    this.#expressions = compileAnswer(config, mask);
    this.#url = urlFiller(config.request.url);
    this.#body = bodyTemplate(config.request.body);
    this.#pagesByToken = placeholdersOf(config.request.url + JSON.stringify(config.request.body ?? '')).includes(
      'next',
    );
  }

  async start(): Promise<void> {
    const { config, submissions, now } = this.#options;
    if (config.poll) await submissions.forgetSubmissions(now() - LONGEST_POLL_MS);
  }

  ask(numbers: readonly AskedNumber[], options: AskOptions): Promise<SourceAnswer[]> {
    const { watcher } = options;
    const expressions = watcher ? watched(this.#expressions, watcher) : this.#expressions;
    const asking: Asking = { ...options, numbers, expressions };
    const { poll } = this.#options.config;
    if (poll) return this.#askByPolling(asking, poll);
    const request = this.#request(numbers, FIRST_PAGE);
    if (expressions.next || expressions.cost) return this.#askByPages(asking, request);
    return this.#caller.send(options.account, request, options).then((answer) => {
      const page = this.#opened(answer, expressions);
      if (page instanceof Promise) return page.then((opened) => readAnswer([opened], expressions, numbers));
      return readAnswer([page], expressions, numbers);
    });
  }

  fetchPhoto(...args: Parameters<Connector['fetchPhoto']>): ReturnType<Connector['fetchPhoto']> {
    return this.#photos.fetch(...args);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#caller.close(), this.#photos.close()]);
  }

  #request(numbers: readonly AskedNumber[], values: Values): PlainRequest {
    const { method } = this.#options.config.request;
    const url = this.#url(numbers, values);
    if (!this.#body) return { method, url, body: null };
    return { method, url, body: this.#body.fill(numbers, values), contentType: this.#body.contentType };
  }

  async #askByPages(asking: Asking, request: PlainRequest): Promise<SourceAnswer[]> {
    return (await this.#answers(await this.#call(asking, request), asking)).answers;
  }

  /** @throws SourceFault also for a status that asks to come again later */
  #call(asking: Asking, request: PlainRequest): Promise<Page> {
    return this.#caller
      .send(asking.account, request, asking)
      .then((answer) => this.#opened(answer, asking.expressions));
  }

  #opened(answer: CalledAnswer, expressions: AnswerExpressions): Page | Promise<Page> {
    checkStatus(answer, expressions, this.#options.now());
    return openPage(answer, answer.url, expressions);
  }

  /** One more call than the question itself. */
  async #further(asking: Asking, request: PlainRequest): Promise<Page> {
    await asking.further?.(asking.account);
    return this.#call(asking, request);
  }

  /** What a finished answer says of each number, with the pages that follow it. */
  async #answers(first: Page, asking: Asking): Promise<PagedAnswers> {
    const { expressions, numbers } = asking;
    const { next } = expressions;
    if (!next && !expressions.cost)
      return { answers: await readAnswer([first], expressions, numbers), bytes: first.bytes };
    const pages: [Page, ...Page[]] = [first];
    try {
      const isCut = next
        ? await followPages(pages, { next, ask: (token, last) => this.#nextPage(token, last, asking) })
        : false;
      const cost = readCost(pages, expressions);
      const answers = (await readAnswer(pages, expressions, numbers)).map((answer) => ({
        ...answer,
        ...(cost === null ? {} : { cost: cost / numbers.length }),
        ...(isCut && answer.status === 'FOUND' ? { message: CUT } : {}),
      }));
      return { answers, bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0) };
    } catch (error) {
      throw error instanceof SourceFault ? error.withCost(readCost(pages, expressions)) : error;
    }
  }

  #nextPage(next: string, last: Page, asking: Asking): Promise<Page> {
    const request: PlainRequest = this.#pagesByToken
      ? this.#request(asking.numbers, { next })
      : { method: 'GET', url: addressOfPage(next, last), body: null };
    return this.#further(asking, request);
  }

  #askByPolling(asked: Asking, poll: NonNullable<HttpSource['poll']>): Promise<SourceAnswer[]> {
    const { name: source, submissions, now } = this.#options;
    let isFirst = true;
    const asking = {
      ...asked,
      // The first request is the call itself, which may be made.
      further: async (account: string) => {
        if (!isFirst) await asked.further?.(account);
        isFirst = false;
      },
    };
    const { expressions } = asking;
    // What was handed in by an account that was renamed or removed since is asked for by the one of this call.
    const by = (account: string): string => (this.#caller.hasAccount(account) ? account : asking.account);
    const get = (numbers: readonly AskedNumber[], values: Values): PlainRequest => ({
      method: 'GET',
      url: fillUrl(poll.url, numbers, values),
      body: null,
    });
    return askByPolling(
      { source, poll, expressions, submissions, now, ending: this.#ending.signal },
      {
        submit: (numbers) => this.#further(asking, this.#request(numbers, FIRST_PAGE)),
        ask: (account, numbers, values) => this.#further({ ...asking, account: by(account) }, get(numbers, values)),
        answers: (page, numbers, account) => this.#answers(page, { ...asking, numbers, account: by(account) }),
        cost: (page) => readCost([page], expressions),
        values: ({ envelope }) => valuesOfAnswer(poll.url, envelope),
      },
      asking.numbers,
      asking,
    );
  }
}

function originOf(url: string): string {
  const origin = URL.parse(url.replaceAll(/\{[^}]*\}/g, 'x'))?.origin;
  if (origin === undefined) throw new SourceFault('has no web address');
  return origin;
}
