import { Client, errors } from '@elastic/elasticsearch';
import { itemOf } from '../../domain/fields/field-shapes.ts';
import { type Connector, SourceFault } from '../connector.port.ts';
import { pictureOfData } from '../http/photo-address.ts';
import { SecretMask } from '../http/secret-mask.ts';
import { tooOften } from '../http/too-often.ts';
import { answersOfRows } from '../rows/answers-of-rows.ts';
import { columnsOf } from '../rows/read-columns.ts';
import { mappingProof } from '../rows/unmapped-rows.ts';
import type { ElasticsearchSource } from './elasticsearch-source.ts';
import { fillQuery, formsInQuery } from './fill-query.ts';
import { ExactSerializer, readSearch } from './read-search.ts';

/** What Elasticsearch gives of one search without further settings of the index. */
const MOST_HITS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const CONNECTIONS = 10;

/** What the client's error means. Only the kind is told, and what Elasticsearch says of a query: never the address. */
function elasticsearchFault(error: unknown, timeoutMs: number, now: number): SourceFault {
  if (error instanceof SourceFault) return error;
  if (error instanceof errors.TimeoutError)
    return new SourceFault(`did not answer within ${timeoutMs} ms`, { kind: 'NETWORK', retry: true, unwell: true });
  if (error instanceof errors.RequestAbortedError)
    return new SourceFault('sent more than is taken', { kind: 'MAPPING' });
  if (!(error instanceof errors.ResponseError))
    return new SourceFault('cannot be reached', { kind: 'NETWORK', retry: true, unwell: true });
  const status = error.statusCode ?? 0;
  if (status === 401 || status === 403) return new SourceFault(`refuses its key (${status})`, { kind: 'WRONG_KEY' });
  if (status === 429) return tooOften('is asked too often (429)', error.headers ?? {}, now);
  if (status >= 500) return new SourceFault(`failed with status ${status}`, { retry: true, unwell: true });
  return new SourceFault(`cannot run its query: ${error.message.slice(0, 300)}`, { kind: 'MAPPING' });
}

/** An index of the operator's own, asked for several numbers in one search. */
export function createElasticsearchConnector(config: ElasticsearchSource, now: () => number): Connector {
  const { url, apiKey, index, phone, region, fields, batchSize, timeoutMs, limits } = config;
  const template = config.query ?? { terms: { [phone]: '{forms}' } };
  // Which fields an index has is known from its documents alone.
  const proof = mappingProof(config, false);
  // Masks nothing: the operator's own index holds no secrets of a provider.
  const mask = new SecretMask([]);
  const connections = Math.min(limits.concurrency || CONNECTIONS, CONNECTIONS);
  const client = new Client({
    node: url,
    ...(apiKey ? { auth: { apiKey } } : {}),
    maxRetries: 0,
    Serializer: ExactSerializer,
    requestTimeout: timeoutMs,
    agent: { connections },
  });

  return {
    batchSize,
    mostAtOnce: connections,
    start: async () => undefined,
    async ask(numbers, { watcher }) {
      const query = fillQuery(template, numbers, region ?? null);
      const body = {
        query,
        size: MOST_HITS,
        timeout: `${timeoutMs}ms`,
        track_total_hits: false,
        ...(fields ? { _source: [...new Set([...columnsOf(config), ...fields])] } : {}),
      };
      watcher?.sent({ method: 'POST', url: `${url}/${index}/_search`, headers: {}, body: JSON.stringify(body) });
      const answer = await client
        .search<unknown>(
          // What the operator wrote is Elasticsearch's to judge.
          { index, allow_partial_search_results: false, ...body, query: query as object },
          { maxResponseSize: MOST_BYTES },
        )
        .then((searched) => readSearch(searched, mask))
        .catch((error: unknown) => {
          throw elasticsearchFault(error, timeoutMs, now());
        });
      const { timed_out: isLate, _shards: shards } = answer;
      const rows = answer.hits.hits.map(({ _source }) => itemOf(_source));
      watcher?.received({ status: 200, headers: {}, text: JSON.stringify(rows) });
      // A partial answer would say that nothing is known of numbers that the missing shards have.
      if (isLate || shards.failed > 0)
        throw new SourceFault('searched only a part of its index in time', { retry: true, unwell: true });
      if (rows.length === MOST_HITS)
        throw new SourceFault(
          'gave more documents than are taken in one call: ask for fewer numbers at once (batchSize)',
          {
            kind: 'MAPPING',
          },
        );
      return answersOfRows(rows, config, numbers, proof, (number) => formsInQuery(template, number, region ?? null));
    },
    fetchPhoto: async (reference) => pictureOfData(reference),
    close: () => client.close(),
  };
}
