import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import * as z from 'zod';
import { costs, countedKinds, kindSecrets, mailOf } from './kinds.ts';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const OTHER_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const digits = (text: string): string => text.replaceAll(/\D/g, '');

const Numbers = z.object({ numbers: z.array(z.string()) });
const Queries = z.object({ queries: z.array(z.object({ tel: z.string(), country: z.string() })) });
const Search = z.object({ query: z.object({ terms: z.object({ tel: z.array(z.string()) }) }) });

/** Whether a request proves who asks, as its kind wants. */
function proves(kind: string, { headers, socket }: IncomingMessage, url: URL): boolean {
  const { authorization } = headers;
  switch (kind) {
    case 'BASIC':
      return authorization === basic('me', kindSecrets.KEY);
    case 'BEARER':
    case 'PHOTOS':
      return authorization === `Bearer ${kindSecrets.KEY}`;
    case 'ACCOUNTS':
      return authorization === `Bearer ${kindSecrets.KEY}` || authorization === basic('other', kindSecrets.SECRET);
    case 'HEADER':
      return headers['x-api-key'] === kindSecrets.KEY;
    case 'QUERY':
      return url.searchParams.get('key') === kindSecrets.KEY;
    case 'OAUTH2':
      return authorization === 'Bearer granted';
    case 'HMAC':
      return (
        headers['x-signature'] ===
        createHmac('sha256', kindSecrets.SECRET)
          .update(`GET ${url.pathname} ${String(headers['x-timestamp'])}`)
          .digest('hex')
      );
    case 'CERTIFICATE':
      return (socket as TLSSocket).authorized;
    case 'SEARCH':
      return authorization === `ApiKey ${kindSecrets.KEY}`;
    default:
      return true;
  }
}

export interface Said {
  status?: number;
  type?: string;
  body: unknown;
}

/** What is said to a call, and whom it was about. */
export class KindAnswers {
  readonly answered = new Map<string, Map<string, number>>(countedKinds.map((kind) => [kind, new Map()]));
  readonly proofs = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #works = new Map<string, { phone: string; polls: number }>();

  of(request: IncomingMessage, url: URL, body: string): Said {
    const [, path = '', last = ''] = url.pathname.split('/');
    if (path === 'token') return { body: { access_token: 'granted', expires_in: 600 } };
    const kind = path.toUpperCase();
    if (!proves(kind, request, url)) {
      this.faults.push(`${kind} by nobody: ${url.pathname}`);
      return { status: 401, body: {} };
    }
    if (last === 'picture.png') return { type: 'image/png', body: Buffer.from(PICTURE, 'base64') };
    const [proof = ''] = String(request.headers.authorization).split(' ', 1);
    if (kind === 'ACCOUNTS') this.proofs.set(proof, (this.proofs.get(proof) ?? 0) + 1);
    return this.#said(kind, digits(last), url, body);
  }

  #said(kind: string, phone: string, url: URL, body: string): Said {
    const mail = mailOf(kind, phone);
    switch (kind) {
      case 'XML':
        this.#count(kind, phone);
        return { type: 'text/xml', body: `<answer><person><mail>${mail}</mail></person></answer>` };
      case 'CSV':
        this.#count(kind, phone);
        return { type: 'text/csv', body: `Tel;Mail\n${phone};${mail}\n` };
      case 'PAGED':
        if (!url.searchParams.has('page')) return { body: { mails: [], next: '?page=2' } };
        this.#count(kind, phone);
        return { body: { mails: [mail], next: null } };
      case 'PHOTOS':
        this.#count(kind, phone);
        return { body: { mails: [mail], photos: ['/photos/picture.png'] } };
      case 'INLINE':
        this.#count(kind, phone);
        return { body: { mails: [mail], photos: [`data:image/png;base64,${OTHER_PICTURE}`] } };
      case 'BEARER':
        this.#count(kind, phone);
        return { body: { mails: [mail], price: String(costs.BEARER) } };
      case 'FORM':
        return this.#one(kind, digits(new URLSearchParams(body).get('To') ?? ''));
      case 'BATCH':
        return this.#items(kind, Numbers.parse(JSON.parse(body)).numbers, 1);
      case 'FOR_EACH':
        return this.#items(
          kind,
          Queries.parse(JSON.parse(body)).queries.map(({ tel }) => tel),
          2,
        );
      case 'NEEDS':
        return this.#one(kind, /-(\d+)@/.exec(url.searchParams.get('mail') ?? '')?.[1] ?? '');
      case 'POLLED':
        return this.#polled(url, body);
      case 'SEARCH':
        return this.#search(body);
      default:
        return this.#one(kind, phone);
    }
  }

  #one(kind: string, phone: string): Said {
    this.#count(kind, phone);
    return { body: { mails: [mailOf(kind, phone)] } };
  }

  #items(kind: string, numbers: readonly string[], each: number): Said {
    const items = numbers.map(digits).flatMap((phone) => {
      this.#count(kind, phone);
      const tel = `+${phone}`;
      return Array.from({ length: each }, (_, place) => ({
        tel,
        mail: place === 0 ? mailOf(kind, phone) : `more-${mailOf(kind, phone)}`,
      }));
    });
    return { body: { items } };
  }

  #polled(url: URL, body: string): Said {
    const id = url.pathname.split('/').at(-1) ?? '';
    const work = this.#works.get(id);
    if (!work) {
      const made = `w${this.#works.size + 1}`;
      this.#works.set(made, { phone: digits(new URLSearchParams(body).get('number') ?? ''), polls: 0 });
      return { status: 202, body: { id: made } };
    }
    if (++work.polls < 2) return { body: { done: false } };
    this.#count('POLLED', work.phone);
    return { body: { done: true, mails: [mailOf('POLLED', work.phone)] } };
  }

  #search(body: string): Said {
    const forms = Search.parse(JSON.parse(body)).query.terms.tel;
    const phones = [...new Set(forms.map(digits).filter((phone) => phone.length === 12))];
    for (const phone of phones) this.#count('SEARCH', phone);
    const hits = phones.map((phone) => ({
      _index: 'people',
      _id: phone,
      _source: { tel: phone, mail: mailOf('SEARCH', phone) },
    }));
    const whole = { took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } };
    return { type: 'application/vnd.elasticsearch+json', body: { ...whole, hits: { hits } } };
  }

  #count(kind: string, phone: string): void {
    const times = this.answered.get(kind);
    if (!times || phone === '') this.faults.push(`${kind} without a number`);
    else times.set(phone, (times.get(phone) ?? 0) + 1);
  }
}
