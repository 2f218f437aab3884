import { foldUserName } from '@numscope/contracts/account-rules';
import type { estypes } from '@elastic/elasticsearch';
import { limits } from '@numscope/contracts';
import type { AuditQuery, AuditSortField } from '../../domain/audit-filter.ts';
import type { ChainRow } from '../../domain/chain-link.ts';
import { writtenWays } from '../audit-text.ts';
import { tokensOf, wantedTokens } from '../text-tokens.ts';

/** Raise it with every change of what follows: the index of another shape is dropped, and this one filled. */
export const SHAPE_VERSION = 1;

/** Lucene takes no longer term, in bytes; entries are put in order by this much of their details. */
const SORTED_CHARS = 1000;

const tokens: estypes.MappingProperty = {
  type: 'text',
  analyzer: 'whitespace',
  norms: false,
  index_options: 'positions',
};
const key: estypes.MappingProperty = { type: 'keyword' };

/** A hit is its place, a sort key; the document itself is not kept. */
export const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  _source: { enabled: false },
  properties: {
    seq: { type: 'long' },
    at: { type: 'long' },
    type: key,
    user: key,
    userId: key,
    ip: key,
    outcome: key,
    details: { type: 'keyword', index: false, doc_values: true },
    texts: { properties: { details: tokens, args: tokens } },
  },
};

/**
 * Newest first, so that a stretch of time is a run of neighbours. The engine puts all hits in order all the same,
 * whatever the order of the index.
 */
export const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  refresh_interval: '30s',
  max_result_window: limits.exactSearchHits + limits.maxPageSize,
  index: { sort: { field: ['at', 'seq'], order: ['desc', 'desc'] } },
};

export const documentOf = ({ seq, createdTimestamp, details, args, ...row }: ChainRow): string =>
  JSON.stringify({
    seq,
    at: createdTimestamp,
    type: row.actionType,
    user: foldUserName(row.username),
    ...(row.userId === undefined ? {} : { userId: row.userId }),
    ip: row.ip,
    outcome: row.outcome,
    details: details.slice(0, SORTED_CHARS).toWellFormed(),
    texts: { details: tokensOf(details.toLowerCase()), args: tokensOf(args.toLowerCase()) },
  });

function holds(field: 'details' | 'args', text: string): estypes.QueryDslQueryContainer {
  const wanted = wantedTokens(text);
  return 'phrase' in wanted
    ? { match_phrase: { [`texts.${field}`]: { query: wanted.phrase } } }
    : { prefix: { [`texts.${field}`]: { value: wanted.beginning } } };
}

/** The text in the details, or in the arguments as it is or as their JSON has it. */
function textQuery(text: string): estypes.QueryDslQueryContainer {
  const lower = text.toLowerCase().toWellFormed();
  const written = writtenWays(lower).map((one) => holds('args', one));
  return { bool: { should: [holds('details', lower), ...written], minimum_should_match: 1 } };
}

export function queryOf({
  actionTypes,
  username,
  userId,
  ip,
  outcome,
  text,
  from,
  to,
}: AuditQuery): estypes.QueryDslQueryContainer {
  const filter: estypes.QueryDslQueryContainer[] = [];
  if (actionTypes) filter.push({ terms: { type: actionTypes } });
  if (username !== null) filter.push({ term: { user: foldUserName(username) } });
  if (userId !== null) filter.push({ term: { userId } });
  if (ip !== null) filter.push({ term: { ip } });
  if (outcome !== null) filter.push({ term: { outcome } });
  if (from !== null || to !== null)
    filter.push({ range: { at: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lte: to }) } } });
  if (text !== null) filter.push(textQuery(text));
  return { bool: { filter } };
}

const fieldOf: Readonly<Record<AuditSortField, string>> = {
  createdTimestamp: 'at',
  actionType: 'type',
  username: 'user',
  ip: 'ip',
  details: 'details',
  outcome: 'outcome',
};

export const orderOf = ({ sort }: AuditQuery): estypes.SortOptions[] =>
  [...new Set([fieldOf[sort.field], 'at', 'seq'])].map((field) => ({
    [field]: { order: sort.direction === 'ASC' ? 'asc' : 'desc' },
  }));
