import { setTimeout as pause } from 'node:timers/promises';
import { foldUserName } from '@numscope/contracts/account-rules';
import { inserted } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import { sha256 } from '../../sha256.ts';
import { type ChainHead, type ChainRow, hashOf, type NewEntry, toRow } from '../../domain/chain-link.ts';
import { endOf } from './audit-chain.ts';
import { type AuditCollections, type EntryDocument, HEAD, type Head, requireHead } from './audit-collections.ts';
import { phonesIn } from '../../domain/phones-in.ts';

/** A batch takes some milliseconds; who does not end it by then may be dead. */
const PATIENCE_MS = 1000;
const LOOK_AGAIN_MS = 20;
/** Tries without any progress before the chain counts as broken. */
const VAIN_TRIES = 10;

/** The rows of entries behind the end of the chain. */
function link(entries: readonly NewEntry[], end: ChainHead): ChainRow[] {
  let { entries: seq, hash } = end;
  return entries.map((entry) => {
    const row = toRow(entry, ++seq);
    hash = hashOf(row, hash, sha256);
    return { ...row, hash };
  });
}

/** As an entry is kept. */
export const toDocument = ({ seq, ...row }: ChainRow): EntryDocument => ({
  _id: seq,
  ...row,
  userKey: foldUserName(row.username),
  detailsKey: row.details.toLowerCase(),
  argsKey: row.args.toLowerCase(),
  phones: phonesIn(row.details, row.args),
});

/**
 * Puts batches behind the chain. The head first says who writes, and up to which place; then the entries are written in
 * their order; then the head moves on. A place is taken once, and who takes one has read or written the place before
 * it: so whatever several writers do at once, and wherever one dies, what stands there is one chain. Who finds an
 * unfinished batch goes on behind its last entry; what is missing of it comes again by the bus.
 */
export class Appender {
  readonly #collections: AuditCollections;

  constructor(collections: AuditCollections) {
    this.#collections = collections;
  }

  /** @throws Error when what stands behind the head is tied to nothing: then somebody else wrote there */
  async append(entries: readonly NewEntry[]): Promise<void> {
    const batch = new Map<string, NewEntry>();
    for (const entry of entries) {
      const id = entry.id.toWellFormed();
      if (!batch.has(id)) batch.set(id, entry);
    }
    const by = newId();
    let before = '';
    for (let vain = 0; vain < VAIN_TRIES;) {
      const head = await this.#freeHead(by);
      const end = await endOf(head, this.#collections);
      const fresh = await this.#withoutKnown(batch);
      if (fresh.length === 0) return;
      if (await this.#put(link(fresh, end), head, end, by)) return;
      const progress = `${end.entries} ${fresh.length}`;
      vain = progress === before ? vain + 1 : 0;
      before = progress;
      await pause(LOOK_AGAIN_MS);
    }
    throw new Error(
      `the audit trail does not go on behind its entry ${before.split(' ')[0]}: npm run audit -- verify tells what is wrong`,
    );
  }

  /** In the order they came. */
  async #withoutKnown(batch: ReadonlyMap<string, NewEntry>): Promise<NewEntry[]> {
    const known = await this.#collections.entries
      .find({ id: { $in: [...batch.keys()] } }, { projection: { id: 1 } })
      .toArray();
    const ids = new Set(known.map(({ id }) => id));
    return [...batch].filter(([id]) => !ids.has(id)).map(([, entry]) => entry);
  }

  /** Whether all rows are in the chain. If not, some may be, and others of other writers. */
  async #put(rows: readonly ChainRow[], head: Head, end: ChainHead, by: string): Promise<boolean> {
    const { entries, heads } = this.#collections;
    const last = rows.at(-1);
    if (!last) return true;
    const unchanged = { _id: HEAD, entries: head.entries, 'writing.by': head.writing?.by ?? { $exists: false } };
    // As far as the writer before us may have meant to go: whatever it still puts there must not look like a
    // stranger's.
    const to = Math.max(last.seq, head.writing?.to ?? 0);
    const { matchedCount } = await heads.updateOne(unchanged, {
      $set: { entries: end.entries, hash: end.hash, writing: { by, to } },
    });
    if (matchedCount === 0) return false;
    if (!(await inserted(entries.insertMany(rows.map(toDocument), { ordered: true })))) return false;
    // If somebody took over meanwhile, that one has found our rows and moves the head on.
    await heads.updateOne(
      { _id: HEAD, 'writing.by': by },
      { $set: { entries: last.seq, hash: last.hash }, $unset: { writing: '' } },
    );
    return true;
  }

  /** The head once nobody else writes, or once that one had its time. */
  async #freeHead(by: string): Promise<Head> {
    let head = await requireHead(this.#collections);
    let since = Date.now();
    while (head.writing && head.writing.by !== by && Date.now() - since < PATIENCE_MS) {
      await pause(LOOK_AGAIN_MS);
      const now = await requireHead(this.#collections);
      if (now.writing?.by !== head.writing.by) since = Date.now();
      head = now;
    }
    return head;
  }
}
