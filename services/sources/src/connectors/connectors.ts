import type { LookupFunction } from 'node:net';
import type { SourceFields } from '@numscope/contracts';
import type { Logger } from '@numscope/platform';
import type { AskedSource, Proxy } from '../config/source-config.ts';
import type { DatasetStore } from '../store/datasets/index.ts';
import { canBeKept, fitsAsJson } from '../domain/json/json-size.ts';
import type { Connector, SourceAnswer } from './connector.port.ts';
import { tooMuch } from './http/answer-bounds.ts';
import type { Submissions } from './http/submissions.port.ts';

/** What connectors are made with. */
export interface ConnectorParts {
  proxies: Readonly<Record<string, Proxy>>;
  /** Secrets to be taken out of whatever a provider sends back. */
  secrets: readonly string[];
  /** Null when no dataset is bound. */
  datasets: DatasetStore | null;
  /** What providers work on, kept for good. */
  submissions: Submissions;
  log: Logger;
  now(): number;
  /** How hosts are looked up, where not every address may be called. */
  lookup?: LookupFunction;
}

type Kind = AskedSource['connector'];
type Configured<K extends Kind> = Extract<AskedSource, { connector: K }>;
type Registry = {
  readonly [K in Kind]: (name: string, config: Configured<K>, parts: ConnectorParts) => Promise<Connector>;
};

/**
 * Every connector that a source can be bound to. Each is loaded when a source needs it: the libraries behind them take
 * some 10 MB.
 */
const connectors: Registry = {
  async http(name, config, { proxies, secrets, submissions, now, lookup }) {
    const { HttpConnector } = await import('./http/http-connector.ts');
    const proxy = config.proxy && Object.hasOwn(proxies, config.proxy) ? (proxies[config.proxy] ?? null) : null;
    return new HttpConnector({ name, config, proxy, secrets, submissions, now, ...(lookup && { lookup }) });
  },
  async dataset(name, config, { datasets, log, now }) {
    if (!datasets) throw new Error(`the dataset ${name} has no store`);
    const { createDatasetConnector } = await import('./dataset/dataset-connector.ts');
    return createDatasetConnector({ name, config, store: datasets, log, now });
  },
  async sql(_name, config) {
    const { createSqlConnector } = await import('./sql/sql-connector.ts');
    return createSqlConnector(config);
  },
  async elasticsearch(_name, config, { now }) {
    const { createElasticsearchConnector } = await import('./elasticsearch/elasticsearch-connector.ts');
    return createElasticsearchConnector(config, now);
  },
  async sandbox() {
    const { createSandboxConnector } = await import('./sandbox/sandbox-connector.ts');
    return createSandboxConnector();
  },
};

/** Bytes of one number's fields as JSON: those of several sources go out in one event (`fit-resolved.ts`). */
const FIELDS_BYTES = 1024 * 1024;

const withoutPhotos = ({ photos: _photos, ...fields }: SourceFields): SourceFields => fields;

function withinBounds(answer: SourceAnswer): SourceAnswer {
  const { raw, fields } = answer;
  const isKept = raw === undefined || canBeKept(raw);
  // Photos are told by what they become.
  if (isKept && (!fields || fitsAsJson(fields.photos ? withoutPhotos(fields) : fields, FIELDS_BYTES))) return answer;
  const { raw: _raw, ...rest } = answer;
  const failed = {
    ...rest,
    status: 'FAILED' as const,
    fields: null,
    message: tooMuch().message,
    kind: 'MAPPING' as const,
  };
  return isKept && raw !== undefined ? { ...failed, raw } : failed;
}

/** The same connector, but what it found that is more than is taken of one number fails that number alone. */
const boundAnswers = (connector: Connector): Connector => ({
  batchSize: connector.batchSize,
  ...(connector.mostAtOnce === undefined ? {} : { mostAtOnce: connector.mostAtOnce }),
  ...(connector.asksOnce === undefined ? {} : { asksOnce: connector.asksOnce }),
  get trouble() {
    return connector.trouble ?? null;
  },
  start: () => connector.start(),
  ask(numbers, options) {
    const { answered } = options;
    const early = answered && {
      answered: (answers: ReadonlyMap<string, SourceAnswer>) =>
        answered(new Map([...answers].map(([phone, answer]) => [phone, withinBounds(answer)]))),
    };
    return connector.ask(numbers, { ...options, ...early }).then((answers) => answers.map(withinBounds));
  },
  fetchPhoto: (...asked) => connector.fetchPhoto(...asked),
  close: () => connector.close(),
});

/** The connector of a source as it is bound. */
export const connectorOf = async <K extends Kind>(
  name: string,
  config: Configured<K> & { connector: K },
  parts: ConnectorParts,
): Promise<Connector> => boundAnswers(await connectors[config.connector](name, config, parts));
