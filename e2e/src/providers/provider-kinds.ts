import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { basename, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { listenLocally } from '@numscope/testing/local-server';
import * as z from 'zod';
import { serveTables } from './served-tables.ts';
import { tableKinds, tableSources, writeTables } from './table-kinds.ts';

/** Where each kind is asked without anything beside the number: by its proof of who asks, or by the form of its answer. */
const plain = [
  'BASIC',
  'BEARER',
  'HEADER',
  'QUERY',
  'OAUTH2',
  'HMAC',
  'CERTIFICATE',
  'ACCOUNTS',
  'PAGED',
  'XML',
  'CSV',
  'PHOTOS',
  'INLINE',
];
const others = ['FORM', 'BATCH', 'FOR_EACH', 'POLLED', 'NEEDS', 'SEARCH'];

/** Those that answer by HTTP, and so count what they are asked. */
export const countedKinds = [...plain, ...others];

/** What an answer of these kinds costs: by the call, by the number, and as the answer tells. */
export const costs = { BASIC: 0.5, BATCH: 0.02, BEARER: 0.25 };

/** What each kind says of a number (digits alone), by which it is known in the profile. */
export const mailOf = (kind: string, phone: string): string => `${kind.toLowerCase()}-${phone}@mail.example`;

/** One provider of every kind, over real HTTP. */
export interface KindsProvider {
  /** All of them: also databases and an index that real servers hold, as far as they are on this machine. */
  kinds: string[];
  /** The sources file that binds all of them. */
  sources: string;
  env: Record<string, string>;
  /** How often each kind answered each number. */
  answered: Map<string, Map<string, number>>;
  /** How often ACCOUNTS was asked by each way to prove who asks. */
  proofs: Map<string, number>;
  /** Whatever was asked wrongly: without proof of who asks, or in another form than the kind's. */
  faults: string[];
  close(): Promise<void>;
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const OTHER_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SECRET = 'sign-with-this';
const env = { KEY: 'key/one+two', SECRET };

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const digits = (text: string): string => text.replaceAll(/\D/g, '');

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

const Numbers = z.object({ numbers: z.array(z.string()) });
const Queries = z.object({ queries: z.array(z.object({ tel: z.string(), country: z.string() })) });
const Search = z.object({ query: z.object({ terms: z.object({ tel: z.array(z.string()) }) }) });

/** Whether a request proves who asks, as its kind wants. */
function proves(kind: string, { headers, socket }: IncomingMessage, url: URL): boolean {
  const { authorization } = headers;
  switch (kind) {
    case 'BASIC':
      return authorization === basic('me', env.KEY);
    case 'BEARER':
    case 'PHOTOS':
      return authorization === `Bearer ${env.KEY}`;
    case 'ACCOUNTS':
      return authorization === `Bearer ${env.KEY}` || authorization === basic('other', SECRET);
    case 'HEADER':
      return headers['x-api-key'] === env.KEY;
    case 'QUERY':
      return url.searchParams.get('key') === env.KEY;
    case 'OAUTH2':
      return authorization === 'Bearer granted';
    case 'HMAC':
      return (
        headers['x-signature'] ===
        createHmac('sha256', SECRET)
          .update(`GET ${url.pathname} ${String(headers['x-timestamp'])}`)
          .digest('hex')
      );
    case 'CERTIFICATE':
      return (socket as TLSSocket).authorized;
    case 'SEARCH':
      return authorization === `ApiKey ${env.KEY}`;
    default:
      return true;
  }
}

interface Said {
  status?: number;
  type?: string;
  body: unknown;
}

/** What is said to a call, and whom it was about. */
class Answers {
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

/** A pair of keys and certificates, of the provider and of who asks, each its own authority. */
function certificates(dir: string): Record<'server' | 'client', { key: string; cert: string }> {
  const made = (name: string) => {
    const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
    const pair = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...pair, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  };
  return { server: made('server'), client: made('client') };
}

/** @param dir for the files of those that read tables; they know `phones`, the others everybody */
export async function startKindsProvider(dir: string, phones: readonly string[]): Promise<KindsProvider> {
  mkdirSync(dir, { recursive: true });
  const [served] = await Promise.all([
    serveTables(basename(dir).toLowerCase(), phones, mailOf),
    writeTables(dir, phones, mailOf),
  ]);
  const { server, client } = certificates(dir);
  const answers = new Answers();
  const listener: RequestListener = (request, response) =>
    void textOf(request)
      .then((body) => answers.of(request, new URL(request.url ?? '', 'http://provider'), body))
      .then(({ status = 200, type = 'application/json', body }) => {
        response.writeHead(status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' });
        response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
      })
      .catch((error: unknown) => {
        answers.faults.push(`${request.method} ${request.url}: ${String(error)}`);
        response.destroy();
      });
  const open = await listenLocally(createServer(listener));
  const secure = await listenLocally(
    createSecureServer({ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: false }, listener),
  );
  return {
    kinds: [...plain, ...others, ...tableKinds, ...served.sources.map(([kind]) => kind)],
    sources: kindsFile(open.url, `https://${secure.host}`, [...tableSources(dir), ...served.sources]),
    env: { ...env, ...served.env, CERT: client.cert, CERT_KEY: client.key, AUTHORITY: server.cert },
    answered: answers.answered,
    proofs: answers.proofs,
    faults: answers.faults,
    close: async () => void (await Promise.all([open.close(), secure.close(), served.close()])),
  };
}

const kindsFile = (url: string, secureUrl: string, tables: ReturnType<typeof tableSources>): string => {
  const bind = (kind: string, lines: readonly string[]): string =>
    `  ${kind}:\n${[...lines, 'freshForDays: 0', 'retries: 0', 'timeoutMs: 60000'].map((line) => `    ${line}`).join('\n')}`;
  const http = (kind: string, request: string, ...lines: string[]): string =>
    bind(kind, ['connector: http', `request: ${request}`, ...lines]);
  const get = (kind: string, ...lines: string[]): string =>
    http(kind, `{ url: "${kind === 'CERTIFICATE' ? secureUrl : url}/${kind.toLowerCase()}/{phone}" }`, ...lines);
  const BEARER = 'auth: { type: bearer, token: "${env:KEY}" }';
  const MAILS = 'answer: { map: { emails: mails } }';
  const PHOTOS = 'answer: { map: { emails: mails, photos: photos } }';
  const ITEMS = 'answer: { items: body.items, phone: tel, map: { emails: mail } }';
  const post = (kind: string, more: string): string => `{ method: POST, url: "${url}/${kind.toLowerCase()}", ${more} }`;
  return [
    'sources:',
    get('BASIC', 'auth: { type: basic, user: me, password: "${env:KEY}" }', `cost: ${costs.BASIC}`, MAILS),
    get('BEARER', BEARER, 'cost: 9', 'answer: { cost: body.price, map: { emails: mails } }'),
    get(
      'ACCOUNTS',
      'accounts:',
      `  - { name: one, perDay: 100000, ${BEARER} }`,
      '  - { name: other, perDay: 100000, auth: { type: basic, user: other, password: "${env:SECRET}" } }',
      MAILS,
    ),
    get('HEADER', 'auth: { type: header, name: X-Api-Key, value: "${env:KEY}" }', MAILS),
    get('QUERY', 'auth: { type: query, name: key, value: "${env:KEY}" }', MAILS),
    get(
      'OAUTH2',
      `auth: { type: oauth2, tokenUrl: "${url}/token", clientId: me, clientSecret: "\${env:SECRET}" }`,
      MAILS,
    ),
    get(
      'HMAC',
      'auth: { type: hmac, secret: "${env:SECRET}", over: "{method} {path} {timestamp}", header: X-Signature, headers: { X-Timestamp: "{timestamp}" } }',
      MAILS,
    ),
    get(
      'CERTIFICATE',
      'auth: { type: certificate, cert: "${env:CERT}", key: "${env:CERT_KEY}", ca: "${env:AUTHORITY}" }',
      MAILS,
    ),
    get('PAGED', 'next: body.next', MAILS),
    get('XML', 'answer: { format: xml, map: { emails: "[answer.person.mail][]" } }'),
    get('CSV', 'answer: { format: csv, map: { emails: Mail } }'),
    get('PHOTOS', BEARER, PHOTOS),
    get('INLINE', PHOTOS),
    http('FORM', post('FORM', 'body: { form: { To: "{e164}", Fields: "mail & more" } }'), MAILS),
    http('BATCH', post('BATCH', 'batchSize: 25, body: { numbers: "{e164s}" }'), `costPerNumber: ${costs.BATCH}`, ITEMS),
    http(
      'FOR_EACH',
      post('FOR_EACH', 'batchSize: 25, body: { queries: { forEach: { tel: "{e164}", country: "{country}" } } }'),
      ITEMS,
    ),
    http(
      'POLLED',
      post('POLLED', 'body: { form: { number: "{phone}" } }'),
      `poll: { url: "${url}/polled/{answer.id}", until: body.done, everyMs: 100 }`,
      MAILS,
    ),
    http('NEEDS', `{ url: "${url}/needs?mail={emails}" }`, 'needs: [emails]', 'trust: 0.1', MAILS),
    bind('SEARCH', [
      'connector: elasticsearch',
      `url: "${url}/search"`,
      'apiKey: "${env:KEY}"',
      'index: people',
      'phone: tel',
      'map: { emails: mail }',
    ]),
    ...tables.map(([kind, lines]) => bind(kind, lines)),
    '',
  ].join('\n');
};
