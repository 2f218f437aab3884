import * as z from 'zod';
import { common } from '../../config/common-settings.ts';
import { faultOfPhotoHost } from '../../domain/photo-hosts.ts';

const expression = z.string().min(1);
const photoHost = z.string().check(({ value, issues }) => {
  const message = faultOfPhotoHost(value);
  if (message !== null) issues.push({ code: 'custom', message, input: value });
});

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT']).default('GET'),
  url: z.string().min(1),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'is no name of a header'), z.string())
    .default({}),
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
  batchSize: z.number().int().min(1).max(500).default(1),
});

const answer = z.strictObject({
  notFound: expression.nullish(),
  notFoundStatus: z.array(z.number().int().min(100).max(599)).default([]),
  failed: expression.nullish(),
  items: expression.nullish(),
  phone: expression.nullish(),
  observedAt: expression.nullish(),
  map: z.record(z.string(), expression).nullish(),
});

/** An HTTP API by declarative mapping. */
export const HttpSource = z.strictObject({
  connector: z.literal('http'),
  request,
  answer: answer.default({ notFoundStatus: [] }),
  photoHosts: z.array(photoHost).default([]),
  proxy: z.string().nullish(),
  ...common,
  freshForDays: common.freshForDays.default(30),
});
export type HttpSource = z.infer<typeof HttpSource>;
