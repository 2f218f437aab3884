import * as z from 'zod';

const count = z.number().int().min(0);

/** As HTTP has it: any other is told by each call as one that cannot be made. */
export const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'is no name of a header');
export const headers = z.record(headerName, z.string()).default({});

/** One of the operator's accounts of a source; a connector may be told more of it. */
export const account = z.strictObject({
  name: z.string().min(1).max(100),
  perMinute: count.default(0),
  perDay: count.default(0),
  perMonth: count.default(0),
  headers,
});

/** Everything a source may say besides its connector. Times in milliseconds, limits of 0 mean none. */
export const common = {
  enabled: z.boolean().default(true),
  accounts: z
    .array(account)
    .min(1)
    .prefault([{ name: 'default' }]),
  /** Fields of a profile that another source must have found first; the first value of each is asked with. */
  needs: z.array(z.string().min(1)).max(10).nullish(),
  limits: z
    .strictObject({
      concurrency: count.max(10_000).default(32),
      perSecond: z.number().min(0).max(100_000).default(0),
      perMinute: count.default(0),
      perDay: count.default(0),
      perMonth: count.default(0),
    })
    .default({ concurrency: 32, perSecond: 0, perMinute: 0, perDay: 0, perMonth: 0 }),
  timeoutMs: z.number().int().min(1).max(600_000).default(5000),
  retries: z.number().int().min(0).max(10).default(2),
  freshForDays: z.number().min(0).max(36_500),
  /** The price of a call, and of each number besides, in the installation's currency. */
  cost: z.number().min(0).default(0),
  costPerNumber: z.number().min(0).default(0),
  trust: z.number().min(0).max(1).default(0.5),
};
