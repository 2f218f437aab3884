import { SourceName } from '@numscope/contracts';
import * as z from 'zod';
import { faultOfPhotoHost } from '../domain/photo-hosts.ts';

const count = z.number().int().min(0);
const expression = z.string().min(1);
const photoHost = z.string().check(({ value, issues }) => {
  const message = faultOfPhotoHost(value);
  if (message !== null) issues.push({ code: 'custom', message, input: value });
});

/** Everything a source may say besides its connector. Times in milliseconds, limits of 0 mean none. */
const common = {
  enabled: z.boolean().default(true),
  accounts: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        perDay: count.default(0),
        headers: z.record(z.string(), z.string()).default({}),
      }),
    )
    .min(1)
    .default([{ name: 'default', perDay: 0, headers: {} }]),
  limits: z
    .strictObject({
      concurrency: count.max(10_000).default(32),
      perSecond: z.number().min(0).max(100_000).default(0),
      perDay: count.default(0),
    })
    .default({ concurrency: 32, perSecond: 0, perDay: 0 }),
  timeoutMs: z.number().int().min(1).max(600_000).default(5000),
  retries: z.number().int().min(0).max(10).default(2),
  freshForDays: z.number().min(0).max(36_500),
  cost: z.number().min(0).default(0),
  trust: z.number().min(0).max(1).default(0.5),
};

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
  failed: expression.nullish(),
  items: expression.nullish(),
  phone: expression.nullish(),
  map: z.record(z.string(), expression).nullish(),
});

/** An HTTP API by declarative mapping. */
export const HttpSource = z.strictObject({
  connector: z.literal('http'),
  request,
  answer: answer.default({}),
  photoHosts: z.array(photoHost).default([]),
  proxy: z.string().nullish(),
  ...common,
  freshForDays: common.freshForDays.default(30),
});
export type HttpSource = z.infer<typeof HttpSource>;

/** A file of the operator's own: CSV, a JSON array, or one JSON object a line. `region` reads national numbers. */
export const DatasetSource = z.strictObject({
  connector: z.literal('dataset'),
  file: z.string().min(1),
  phone: z.string().min(1).default('phone'),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the ISO code of a country')
    .nullish(),
  map: z.record(z.string(), z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])).nullish(),
  ...common,
  freshForDays: common.freshForDays.default(0),
});
export type DatasetSource = z.infer<typeof DatasetSource>;

const NumberingPlanSource = z.strictObject({
  connector: z.literal('numbering-plan'),
  enabled: common.enabled,
  trust: common.trust,
});
const SandboxSource = z.strictObject({
  connector: z.literal('sandbox'),
  ...common,
  freshForDays: common.freshForDays.default(0),
});
export type SandboxSource = z.infer<typeof SandboxSource>;

export const SourceConfig = z.discriminatedUnion('connector', [
  HttpSource,
  DatasetSource,
  NumberingPlanSource,
  SandboxSource,
]);
export type SourceConfig = z.infer<typeof SourceConfig>;
/** Those that are asked one by one through limits; the numbering plan is not. */
export type AskedSource = Exclude<SourceConfig, { connector: 'numbering-plan' }>;

export const Proxy = z.strictObject({ url: z.string().min(1), auth: z.string().min(1).nullish() });
export type Proxy = z.infer<typeof Proxy>;

/** The whole file. `providers` are read by the services that call them; here only its secrets are checked. */
export const SourcesFile = z.strictObject({
  proxies: z.record(z.string(), Proxy).nullish(),
  sources: z.record(SourceName, SourceConfig).nullish(),
  providers: z.record(z.string(), z.unknown()).nullish(),
});
