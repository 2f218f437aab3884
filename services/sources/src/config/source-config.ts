import { faceProviders } from '@numscope/contracts';
import * as z from 'zod';
import { DatasetSource } from '../connectors/dataset/dataset-source.ts';
import { ElasticsearchSource } from '../connectors/elasticsearch/elasticsearch-source.ts';
import { HttpSource } from '../connectors/http/http-source.ts';
import { SandboxSource } from '../connectors/sandbox/sandbox-source.ts';
import { SqlSource } from '../connectors/sql/sql-source.ts';
import { ProviderConfig } from '../providers/provider-config.ts';
import { common } from './common-settings.ts';

const NumberingPlanSource = z.strictObject({
  connector: z.literal('numbering-plan'),
  enabled: common.enabled,
  trust: common.trust,
});
export const SourceConfig = z.discriminatedUnion('connector', [
  HttpSource,
  DatasetSource,
  SqlSource,
  ElasticsearchSource,
  NumberingPlanSource,
  SandboxSource,
]);
export type SourceConfig = z.infer<typeof SourceConfig>;
/** Those that are asked one by one through limits; the numbering plan is not. */
export type AskedSource = Exclude<SourceConfig, { connector: 'numbering-plan' }>;

export const Proxy = z.strictObject({ url: z.string().min(1), auth: z.string().min(1).nullish() });
export type Proxy = z.infer<typeof Proxy>;

/** The whole file, but for the names of sources: a schema of names would look into none whose name is wrong. */
export const SourcesFile = z.strictObject({
  proxies: z.record(z.string(), Proxy).nullish(),
  sources: z.record(z.string(), SourceConfig).nullish(),
  providers: z.partialRecord(z.enum(faceProviders), ProviderConfig).nullish(),
});
