import { containing } from '@numscope/adapters/mongo';
import { foldUserName } from '@numscope/contracts/account-rules';
import { type AuditEntry, limits } from '@numscope/contracts';
import type { AuditQuery, AuditSortField } from '../../domain/audit-filter.ts';
import { auditEnd } from './audit-chain.ts';
import type { AuditCollections } from './audit-collections.ts';
import { LOADED_CHARACTERS, shownEntry } from '../audit-shown.ts';
import type { AuditHits } from '../audit-store.port.ts';
import { writtenWays } from '../audit-text.ts';

const fieldOf: Readonly<Record<AuditSortField, string>> = {
  createdTimestamp: 'createdTimestamp',
  actionType: 'actionType',
  username: 'userKey',
  ip: 'ip',
  details: 'details',
  outcome: 'outcome',
};

/** Less than what the connection waits for an answer, so that no search goes on that nobody waits for. */
export const LONGEST_SEARCH_MS = 25_000;

export const shown = {
  id: 1,
  actionType: 1,
  createdTimestamp: 1,
  username: 1,
  ip: 1,
  details: 1,
  outcome: 1,
} as const;
/** Arguments of before they were bounded stay where they are. */
const short = { $regex: `^[\\s\\S]{0,${LOADED_CHARACTERS}}$` };

const isText = { args: { $type: 'string' as const } };

/** The entries with their arguments, which are read only where they are short enough to be shown. */
export async function withArgs(
  collections: AuditCollections,
  found: ReadonlyArray<{ _id: number }>,
): Promise<AuditEntry[]> {
  // What somebody put there may stand at what is no place.
  const places = found.flatMap(({ _id }) => (typeof _id === 'number' ? [_id] : []));
  const read = await collections.entries
    .find({ _id: { $in: places }, args: short }, { projection: { args: 1 } })
    .toArray();
  const args = new Map<number, string | null>(read.map((one) => [one._id, one.args]));
  const others = places.filter((place) => !args.has(place));
  const long =
    others.length > 0
      ? await collections.entries.find({ _id: { $in: others }, ...isText }, { projection: { _id: 1 } }).toArray()
      : [];
  for (const { _id } of long) args.set(_id, null);
  return found.map((one) => shownEntry({ ...one }, args.get(one._id)));
}

/** The text in the details, or in the arguments as it is or as their JSON has it. All of it is in lower case. */
function textFilter(text: string): object {
  const lower = text.toLowerCase().toWellFormed();
  return {
    $or: [{ detailsKey: containing(lower) }, ...writtenWays(lower).map((one) => ({ argsKey: containing(one) }))],
  };
}

/** What entries fit, wherever they are looked for. */
export function filterOf({ actionTypes, username, userId, ip, outcome, text, from, to }: AuditQuery): object {
  return {
    ...(actionTypes ? { actionType: { $in: actionTypes } } : {}),
    ...(userId === null ? {} : { userId }),
    ...(username === null ? {} : { userKey: foldUserName(username) }),
    ...(ip === null ? {} : { ip }),
    ...(outcome === null ? {} : { outcome }),
    ...(from === null && to === null
      ? {}
      : { createdTimestamp: { ...(from === null ? {} : { $gte: from }), ...(to === null ? {} : { $lte: to }) } }),
    ...(text === null ? {} : textFilter(text)),
  };
}

/** All entries need no counting: the chain's end says how many there are. */
async function countEntries(collections: AuditCollections, filter: object, bound: number): Promise<number> {
  if (Object.keys(filter).length === 0) {
    const { entries, begins } = await auditEnd(collections);
    return entries - begins.seq;
  }
  const most = bound === Infinity ? {} : { limit: bound + 1 };
  return collections.entries.countDocuments(filter, { ...most, maxTimeMS: LONGEST_SEARCH_MS });
}

/**
 * Searches entries: the filters and orders by their indexes, a text by looking at what the filters leave, along the
 * index of the order.
 */
export async function searchEntries(
  collections: AuditCollections,
  query: AuditQuery,
  offset: number,
  limit: number,
): Promise<AuditHits> {
  const filter = filterOf(query);
  const direction = query.sort.direction === 'ASC' ? 1 : -1;
  const order = [...new Set([fieldOf[query.sort.field], 'createdTimestamp', '_id'])].map((field): [string, 1 | -1] => [
    field,
    direction,
  ]);
  const bound = query.text === null ? Infinity : limits.exactSearchHits;
  const [found, total] = await Promise.all([
    collections.entries
      .find(filter, { projection: shown })
      .sort(order)
      .skip(offset)
      .limit(limit)
      .maxTimeMS(LONGEST_SEARCH_MS)
      .toArray(),
    countEntries(collections, filter, bound),
  ]);
  return {
    entries: await withArgs(collections, found),
    total: Math.min(total, bound),
    totalIsLowerBound: total > bound,
  };
}
