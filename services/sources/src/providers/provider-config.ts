import * as z from 'zod';
import { Auth } from '../connectors/http/auth/auth-settings.ts';
import { answer, poll, request } from '../connectors/http/http-source.ts';

/** What a provider's answer may tell of each that it thinks alike. */
export const matchFields = [
  'similarity',
  'name',
  'url',
  'photo',
  'phone',
  'birthDate',
  'place',
  'description',
] as const;

/**
 * A provider that is searched by a picture: the same declarations of request, auth, poll and answer as a source's, with
 * placeholders of the picture in the place of those of a number. Times in milliseconds.
 */
export const ProviderConfig = z.strictObject({
  connector: z.literal('http').default('http'),
  request: request.omit({ batchSize: true }).extend({ method: z.enum(['POST', 'PUT']).default('POST') }),
  auth: Auth.nullish(),
  poll: poll
    .extend({
      method: z.enum(['GET', 'POST']).default('GET'),
      body: request.shape.body,
      /** Whether a poll that got lost on its way is sent again: one by GET is unless said otherwise, one by POST is not. */
      repeatLost: z.boolean().nullish(),
    })
    .nullish(),
  answer: answer
    .omit({ phone: true, observedAt: true, cost: true, map: true })
    .extend({ map: z.partialRecord(z.enum(matchFields), z.string().min(1)) }),
  proxy: z.string().nullish(),
  timeoutMs: z.number().int().min(1).max(120_000).default(30_000),
  concurrency: z.number().int().min(1).max(100).default(4),
  /** The price of a search, in the installation's currency. */
  cost: z.number().min(0).default(0),
});
export type ProviderConfig = z.infer<typeof ProviderConfig>;
