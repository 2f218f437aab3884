import { expect, it } from '@jest/globals';
import type * as z from 'zod';
import { ApiKeyDraft } from '../src/accounts/api-keys.ts';
import { WebhookDraft } from '../src/events/webhooks.ts';
import { ImageId } from '../src/images/images.ts';
import { EraseRequest } from '../src/privacy/privacy.ts';
import { PhoneParam } from '../src/schemas/values.ts';

/** What is said of a value. */
const saidOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

const printable = 'must have printable characters, and not blanks alone';
const aPhone = 'must be a phone number: digits, with or without +';

it.each<[string, z.ZodType, unknown, string]>([
  ['the name of an API key', ApiKeyDraft.shape.name, ' ', printable],
  ['the name of a webhook', WebhookDraft.shape.name, 'a\nb', printable],
  ['the id of a picture', ImageId, 'abc', 'must be the id of a picture: 64 characters of 0-9 and a-f'],
  ['a phone', PhoneParam, '+0', aPhone],
  ['a phone that is not there, as in a row of an import,', PhoneParam, undefined, aPhone],
  ['an erasure without a purpose', EraseRequest.shape.purpose, undefined, 'must be said: it is kept as evidence'],
  ['an erasure for a blank purpose', EraseRequest.shape.purpose, '  ', 'must be said: it is kept as evidence'],
  ['a phone that is a number of JSON', PhoneParam, 998901234567, aPhone],
])('what is wrong with %s is told in words, not as a pattern or a type', (_name, schema, value, words) => {
  expect(saidOf(schema, value)).toEqual([words]);
});
