import { costs } from './kinds.ts';
import type { tableSources } from './table-kinds.ts';

/** The sources file that binds every kind. */
export const kindsFile = (url: string, secureUrl: string, tables: ReturnType<typeof tableSources>): string => {
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
