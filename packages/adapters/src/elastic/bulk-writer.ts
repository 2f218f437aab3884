import type { Client, estypes } from '@elastic/elasticsearch';
import { type Logger, retry, TransientError } from '@numscope/platform';
import pLimit from 'p-limit';
import { asked, askedOnce, isPassingStatus, MISSING_INDEX } from './elastic-faults.ts';
import { writeAliasOf } from './index-layout.ts';

/** One change of one document: its line and revision, or null to remove it. */
export interface Change {
  phone: string;
  put: { line: string; revision: number } | null;
}

/** A change on its way to one index. */
interface Item {
  index: string;
  change: Change;
}

const ITEMS_AT_ONCE = 1000;
const CHARS_AT_ONCE = 4_000_000;
/** Whoever comes too many waits, in order. */
const REQUESTS_AT_ONCE = 3;
/** What is not taken by then fails, for the caller to begin again later. */
const PATIENCE_MS = 10_000;

const linesOf = ({ index, change: { phone, put } }: Item): string[] => {
  const where = { _index: writeAliasOf(index), _id: phone };
  if (!put) return [JSON.stringify({ delete: where })];
  return [
    JSON.stringify({ index: { ...where, require_alias: true, version: put.revision, version_type: 'external_gte' } }),
    put.line,
  ];
};

/** Items in requests of a size that the engine takes in at once. */
function* requestsOf(items: readonly Item[]): Iterable<Item[]> {
  let request: Item[] = [];
  let chars = 0;
  for (const item of items) {
    request.push(item);
    chars += item.change.put?.line.length ?? 0;
    if (request.length < ITEMS_AT_ONCE && chars < CHARS_AT_ONCE) continue;
    yield request;
    request = [];
    chars = 0;
  }
  if (request.length > 0) yield request;
}

type Verdict = 'done' | 'again' | 'conflict' | 'gone' | 'refused';

const verdictOf = ({ status, error }: estypes.BulkResponseItem): Verdict => {
  if (!error) return 'done';
  if (status === 409) return 'conflict';
  if (error.type === MISSING_INDEX) return 'gone';
  return isPassingStatus(status) ? 'again' : 'refused';
};

/**
 * Writes changes to indices by bulk requests, a bounded number and size at a time. What the engine has no room for now
 * is tried again.
 */
export class BulkWriter {
  readonly #client: Client;
  readonly #isOutdated: (index: string) => Promise<boolean>;
  readonly #log: Logger;
  readonly #underWay = pLimit(REQUESTS_AT_ONCE);

  constructor(client: Client, isOutdated: (index: string) => Promise<boolean>, log: Logger) {
    this.#client = client;
    this.#isOutdated = isOutdated;
    this.#log = log;
  }

  /**
   * Each change to each index, but no smaller revision over a greater one.
   * @returns indices that were not there any more
   * @throws TransientError when the engine does not take it for some seconds; Error when it never will
   */
  async write(changes: readonly Change[], indices: readonly string[]): Promise<Set<string>> {
    const gone = new Set<string>();
    const items = indices.flatMap((index) => changes.map((change) => ({ index, change })));
    for (const request of requestsOf(items)) await this.#underWay(() => this.#writeAll(request, gone));
    return gone;
  }

  async #writeAll(request: Item[], gone: Set<string>): Promise<void> {
    let left: readonly Item[] = request;
    const work = async (): Promise<void> => {
      left = await this.#try(left, gone);
      if (left.length > 0) throw new TransientError(`Elasticsearch has no room for ${left.length} documents now`);
    };
    await retry(work, { withinMs: PATIENCE_MS, again: (error) => error instanceof TransientError });
  }

  /** @returns what must be tried again */
  async #try(items: readonly Item[], gone: Set<string>): Promise<Item[]> {
    const answer = await askedOnce('writing documents', () =>
      this.#client.bulk<string>({ operations: items.flatMap(linesOf) }),
    );
    if (!answer.errors) return [];
    const again: Item[] = [];
    const conflicts: Item[] = [];
    const refused = new Map<string, string>();
    answer.items.forEach((each, place) => {
      const item = items[place];
      const told = each.index ?? each.delete;
      if (!item || !told) return;
      const verdict = verdictOf(told);
      if (verdict === 'again') again.push(item);
      else if (verdict === 'conflict') conflicts.push(item);
      else if (verdict === 'gone') gone.add(item.index);
      else if (verdict === 'refused') refused.set(item.index, `${told.status} ${told.error?.type}`);
    });
    await this.#tellRefused(refused);
    return [...again, ...(await this.#forgotten(conflicts))];
  }

  /**
   * Of changes that met a greater revision those whose document is not there: it was removed a moment ago, and the
   * engine still has its revision in mind, for less than half a second.
   */
  async #forgotten(conflicts: readonly Item[]): Promise<Item[]> {
    if (conflicts.length === 0) return [];
    const docs = conflicts.map(({ index, change }) => ({ _index: index, _id: change.phone, _source: false }));
    const answer = await asked('reading revisions', () => this.#client.mget({ docs }));
    return conflicts.filter((_item, place) => {
      const doc = answer.docs[place];
      return doc !== undefined && 'found' in doc && !doc.found;
    });
  }

  /** An index of an older shape cannot take everything; the one that is built in its place does. */
  async #tellRefused(refused: ReadonlyMap<string, string>): Promise<void> {
    for (const [index, reason] of refused) {
      if (!(await this.#isOutdated(index))) throw new Error(`Elasticsearch refuses a document of ${index}: ${reason}`);
      this.#log.warn(
        { index, reason },
        'an index of an older shape did not take a document; it is there after the rebuild',
      );
    }
  }
}
