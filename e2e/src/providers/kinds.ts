/** Where each kind is asked without anything beside the number: by its proof of who asks, or by the form of its answer. */
export const plainKinds = [
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
export const otherKinds = ['FORM', 'BATCH', 'FOR_EACH', 'POLLED', 'NEEDS', 'SEARCH'];

/** Those that answer by HTTP, and so count what they are asked. */
export const countedKinds = [...plainKinds, ...otherKinds];

/** What an answer of these kinds costs: by the call, by the number, and as the answer tells. */
export const costs = { BASIC: 0.5, BATCH: 0.02, BEARER: 0.25 };

/** What each kind says of a number (digits alone), by which it is known in the profile. */
export const mailOf = (kind: string, phone: string): string => `${kind.toLowerCase()}-${phone}@mail.example`;

/** What proves to the provider who asks. */
export const kindSecrets = { KEY: 'key/one+two', SECRET: 'sign-with-this' };
