import * as z from 'zod';
import { common } from '../../config/common-settings.ts';
import { rowSettings } from '../rows/row-settings.ts';
import { hasNumbers } from './fill-query.ts';

/**
 * An index of the operator's own. `query` is one of Elasticsearch's, in which `"{phones}"`, `"{e164s}"` and `"{forms}"`
 * stand for the lists of numbers; without it, those whose field `phone` is one of them.
 */
export const ElasticsearchSource = z
  .strictObject({
    connector: z.literal('elasticsearch'),
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    apiKey: z.string().min(1).nullish(),
    index: z.string().min(1).max(500),
    query: z.record(z.string(), z.unknown()).nullish(),
    fields: z.array(z.string().min(1)).min(1).nullish(),
    batchSize: z.number().int().min(1).max(500).default(100),
    ...rowSettings,
    ...common,
    freshForDays: common.freshForDays.default(0),
  })
  .check(({ value, issues }) => {
    if (!value.query || hasNumbers(value.query)) return;
    issues.push({
      code: 'custom',
      message: 'must ask for the numbers: { terms: { phone: "{forms}" } }, or "{e164s}" or "{phones}"',
      path: ['query'],
      input: undefined,
    });
  });
export type ElasticsearchSource = z.infer<typeof ElasticsearchSource>;
