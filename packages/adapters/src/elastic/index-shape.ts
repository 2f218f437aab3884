import type { estypes } from '@elastic/elasticsearch';
import { byFacetField, type FacetField } from '@numscope/contracts/profile-fields';
import type { IndexDocument, IndexField } from '@numscope/platform';
import { idOfPhone } from '../phone-order.ts';

/** Raise it with every change of what follows: an index of a smaller version is built anew from the records. */
export const SHAPE_VERSION = 3;

/**
 * The deepest page begins before the 10,000th hit and has at most 1000 entries (`limits.exactSearchHits`,
 * `limits.maxPageSize`).
 */
const DEEPEST_HIT = 11_000;

/** A term is found as it is, whole: nothing is analysed, weighed or sorted by it. */
const whole: estypes.MappingProperty = { type: 'keyword', doc_values: false, norms: false };

/**
 * The same, with beginnings of these lengths as terms of their own: a short beginning is one list of hits, however many
 * words begin so.
 */
const withBeginnings = (min_chars: number, max_chars: number): estypes.MappingProperty => ({
  type: 'text',
  analyzer: 'keyword',
  norms: false,
  index_options: 'docs',
  index_prefixes: { min_chars, max_chars },
});

const terms: Record<IndexField, estypes.MappingProperty> = {
  name: withBeginnings(1, 10),
  phone: withBeginnings(1, 8),
  email: withBeginnings(1, 4),
  socialNetwork: withBeginnings(3, 5),
  image: whole,
  job: whole,
  address: withBeginnings(3, 10),
  birthDate: whole,
  work: withBeginnings(3, 10),
  school: withBeginnings(3, 10),
  country: whole,
  source: whole,
  lineType: whole,
  carrier: whole,
  city: whole,
  confidence: whole,
};

/** Counted, never searched: what is searched stands among the terms. */
const counted: estypes.MappingProperty = { type: 'keyword', index: false, doc_values: true };
const facets = byFacetField(() => counted);
/** A field's values as aggregations name them. */
export const facetPath = (field: FacetField): string => `facets.${field}`;

/**
 * The document itself is not kept: a hit is its phone, which is a sort key, and records make the index anew.
 * `sort.phone` is the phone's place in the order of phones: a number is compared, skipped and stored at a fraction of a
 * text's cost.
 */
export const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  _meta: { version: SHAPE_VERSION },
  _source: { enabled: false },
  properties: {
    terms: { properties: terms },
    facets: { properties: facets },
    sort: {
      properties: {
        phone: { type: 'long' },
        name: { type: 'keyword' },
        timestamp: { type: 'long' },
        confidence: { type: 'double' },
      },
    },
  },
};

/**
 * `gc_deletes`: a removed document forgets its revision (see docs/decisions/elasticsearch.md). `refresh_interval` only
 * comes to bear after a crash between writing and refreshing, because every writer refreshes by itself.
 */
export const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  gc_deletes: '0s',
  refresh_interval: '30s',
  max_result_window: DEEPEST_HIT,
};

/** The little index that says who builds this one anew. */
export const stateMappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: { holder: { type: 'keyword' }, until: { type: 'long' } },
};
export const stateSettings: estypes.IndicesIndexSettings = { number_of_shards: 1, auto_expand_replicas: '0-1' };

/** Lucene takes no longer term (32,766 bytes). Longer ones are found by this much of them. */
const MOST_CHARS = 8000;
const special = /[\u007f\ud800-\udfff]/g;

/**
 * A term as it stands in the index. What lies beyond the basic plane is written out by UTF-16 halves, so that a
 * beginning of a text stays the beginning of its term wherever it was cut.
 */
export const storedTerm = (term: string): string =>
  term.replaceAll(special, (char) => `\u007f${char.charCodeAt(0).toString(16).padStart(4, '0')}`).slice(0, MOST_CHARS);

/** One document as the line of a bulk request. */
export function documentLine({ phone, terms, facets = {}, sort }: IndexDocument): string {
  const stored = Object.entries(terms).map(([field, list]) => [field, list?.map(storedTerm)]);
  return JSON.stringify({
    terms: Object.fromEntries(stored),
    facets,
    sort: { ...sort, phone: idOfPhone(phone), name: sort.name.slice(0, MOST_CHARS).toWellFormed() },
  });
}
