import { type Call, calls, ErrorBody, Job, type JobFileForm, JobPhonePage } from '@numscope/contracts';
import type * as z from 'zod';
import { ADMIN_PASSWORD, logOf } from '../product/product.ts';

/** A refused call, as the API told it; of a fault of the product also what it logged. */
export class RefusedError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody, log = '') {
    super(`${status} ${body.code}: ${body.message}${log === '' ? '' : `\n${log}`}`);
    this.status = status;
    this.body = body;
  }
}

export interface ApiCall {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

/** The API as any outside program uses it. */
export class Api {
  readonly url: string;
  readonly token: string;

  private constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  static async login(url: string, username = 'admin', password = ADMIN_PASSWORD): Promise<Api> {
    const anonymous = new Api(url, '');
    const { accessToken } = await anonymous.call(calls.login, { body: { username, password } });
    return new Api(url, accessToken);
  }

  /** A program with an API key. */
  static withKey(url: string, key: string): Api {
    return new Api(url, key);
  }

  /** @throws RefusedError with the status and the error body */
  async call<C extends Call>(call: C, options: ApiCall = {}): Promise<z.output<C['answer']>> {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(String(options.params?.[name])),
    );
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
    ).toString();
    const response = await fetch(`${this.url}${path}${query ? `?${query}` : ''}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: AbortSignal.timeout(60_000),
    });
    return this.#read(call, response);
  }

  /** Hands in a file of phones; its text fields come before the file. */
  async upload(content: BlobPart[], form: Partial<Record<keyof JobFileForm, string>>): Promise<Job> {
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) data.set(name, value);
    data.set('file', new Blob(content, { type: 'text/csv' }), 'phones.csv');
    const response = await fetch(`${this.url}${calls.createJobFromFile.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}` },
      body: data,
      signal: AbortSignal.timeout(120_000),
    });
    return Job.parse(await this.#read(calls.createJobFromFile, response));
  }

  async job(number: number): Promise<Job> {
    return this.call(calls.getJob, { params: { number } });
  }

  /** Every phone of a job with its state, page by page. */
  async *phones(number: number) {
    for (let page = 0; ; page++) {
      const slice = JobPhonePage.parse(
        await this.call(calls.jobPhones, { params: { id: number }, body: { page, size: 1000 } }),
      );
      yield* slice.content;
      if (page + 1 >= slice.totalPages) return;
    }
  }

  /** Every phone of a job and its status, in pairs, so that one that came twice is seen. */
  async results(number: number): Promise<Array<[phone: string, status: string]>> {
    const results: Array<[string, string]> = [];
    for await (const { phone, status } of this.phones(number)) results.push([phone, status]);
    return results;
  }

  async #read<C extends Call>(call: C, response: Response): Promise<z.output<C['answer']>> {
    const text = await response.text();
    if (!response.ok) {
      const body = ErrorBody.parse(JSON.parse(text));
      throw new RefusedError(
        response.status,
        body,
        response.status === 500 ? await logOf(this.url, body.requestId) : '',
      );
    }
    return call.answer.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['answer']>;
  }
}
