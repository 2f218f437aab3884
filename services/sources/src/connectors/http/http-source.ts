import * as z from 'zod';
import { account, common, headers } from '../../config/common-settings.ts';
import { faultOfPhotoHost } from '../../domain/photos/photo-hosts.ts';
import { Auth } from './auth/auth-settings.ts';

/** No provider is asked on for longer. */
export const LONGEST_POLL_MS = 86_400_000;

const expression = z.string().min(1);
const photoHost = z.string().check(({ value, issues }) => {
  const message = faultOfPhotoHost(value);
  if (message !== null) issues.push({ code: 'custom', message, input: value });
});

export const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT']).default('GET'),
  url: z.string().min(1),
  headers,
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
  batchSize: z.number().int().min(1).max(500).default(1),
});

/** Asked until it is done: `url` is filled from the answer to the request. Times in milliseconds. */
export const poll = z.strictObject({
  url: z.string().min(1),
  until: z.string({ error: 'is missing: without it nobody knows when the answer is there' }).min(1),
  everyMs: z.number().int().min(100).max(3_600_000).default(2000),
  atMostMs: z.number().int().min(100).max(LONGEST_POLL_MS).default(120_000),
});

export const answer = z.strictObject({
  format: z.enum(['json', 'xml', 'csv']).default('json'),
  notFound: expression.nullish(),
  notFoundStatus: z.array(z.number().int().min(100).max(599)).default([]),
  failed: expression.nullish(),
  items: expression.nullish(),
  phone: expression.nullish(),
  observedAt: expression.nullish(),
  cost: expression.nullish(),
  map: z.record(z.string(), expression).nullish(),
});

/** An HTTP API by declarative mapping. */
export const HttpSource = z.strictObject({
  connector: z.literal('http'),
  request,
  auth: Auth.nullish(),
  poll: poll.nullish(),
  next: expression.nullish(),
  answer: answer.prefault({}),
  photoHosts: z.array(photoHost).default([]),
  proxy: z.string().nullish(),
  ...common,
  accounts: z
    .array(account.extend({ auth: Auth.nullish() }))
    .min(1)
    .prefault([{ name: 'default' }]),
  freshForDays: common.freshForDays.default(30),
});
export type HttpSource = z.infer<typeof HttpSource>;
