import { type Collection, duplicateKeysIn } from '@numscope/adapters/mongo';
import { newId, type OutgoingEvent, packEvents } from '@numscope/platform';
import { countryOf, foldIn, forgetOlder, newRow, refoldRow } from '../fold-rows.ts';
import {
  AT_ONCE,
  lookedUpDocument,
  pastOf,
  type PhoneDocument,
  rowOf,
  saveRows,
  standing,
  type StoredRow,
} from './phone-documents.ts';
import type { Refolded } from '../profile-store.port.ts';
import type { IndexWork } from '../index-work.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';
import { isOfBefore, tellOfRemoved } from '../removed.ts';
import type { Retained } from '../retention.ts';
import { type Absorbed, entriesOf, type Hold } from './index-work.ts';
import type { Slices } from './slices.ts';

/**
 * A number without a profile: where it belongs, the version of what stands of it (null where nothing does), and when the
 * answer was made.
 */
interface LookedUp {
  country: string;
  version: number | null;
  resolvedAt: number;
}

const versionOf = (document: PhoneDocument | undefined): number | null => (document ? (document.version ?? 0) : null);

/** Leaves out those whose number was erased: that may happen at any moment, by another instance too. */
export type Counting = (resolved: readonly ResolvedPhone[]) => Promise<ResolvedPhone[]>;

/** A batch on its way into the documents: again and again for the numbers that others change at the same time. */
interface Batch {
  now: number;
  known: ReadonlyMap<string, PhoneDocument>;
  rows: Map<string, StoredRow>;
  lookedUp: Map<string, LookedUp>;
}

/** Folds one answer in memory. @returns what is to be told; nothing for a number without profile */
function absorbOne(resolved: ResolvedPhone, { now, known, rows, lookedUp }: Batch): OutgoingEvent[] {
  const { phone, status, late } = resolved.data;
  const document = known.get(phone);
  if (document && isOfBefore(resolved, document.removed)) {
    const { id = '', revision, found, removed: removedAt = 0 } = document;
    return tellOfRemoved(resolved, { id, revision, found, removedAt });
  }
  let row = rows.get(phone) ?? (document?.found ? rowOf(document) : undefined);
  // Photos that come late make no profile: it was deleted meanwhile.
  if (!row && late) return [];
  if (!row && status !== 'FOUND') {
    if (document?.country === undefined)
      lookedUp.set(phone, {
        country: countryOf(resolved),
        version: versionOf(document),
        resolvedAt: resolved.resolvedAt,
      });
    return [];
  }
  row ??= {
    ...newRow(resolved, now, document?.revision),
    version: versionOf(document),
    past: document ? pastOf(document) : {},
  };
  row.begunAt = Math.max(row.begunAt ?? 0, resolved.resolvedAt);
  rows.set(phone, row);
  lookedUp.delete(phone);
  return [foldIn(row, resolved)];
}

/**
 * Folds batches of resolved phones into documents that other processes change at the same time: whoever comes second
 * folds anew what it finds.
 */
export function documentAbsorber(documents: Collection<PhoneDocument>, slices: Slices) {
  /**
   * Takes those out again that were erased while they were put in: whoever erases looked before they stood there, so
   * nobody else would find them. They are in no index yet, and nobody was told of them.
   * @returns their phones
   */
  const withdrawErased = async (
    begun: readonly string[],
    resolved: readonly ResolvedPhone[],
    counting: Counting,
  ): Promise<string[]> => {
    const phones = new Set(begun);
    const asked = resolved.filter(({ data }) => phones.has(data.phone));
    if (asked.length === 0) return [];
    const left = new Set(await counting(asked));
    const erased = [...new Set(asked.filter((each) => !left.has(each)).map(({ data }) => data.phone))];
    if (erased.length > 0) await documents.deleteMany({ _id: { $in: erased }, version: 1 });
    return erased;
  };

  const load = async (phones: ReadonlySet<string>): Promise<Map<string, PhoneDocument>> => {
    const found = await documents.find({ _id: { $in: [...phones] } }, { batchSize: AT_ONCE }).toArray();
    return new Map(found.map((document) => [document._id, document]));
  };

  /** Keeps numbers without a profile, by country. Where somebody was quicker, there is nothing left to keep. */
  const note = async (lookedUp: ReadonlyMap<string, LookedUp>): Promise<void> => {
    if (lookedUp.size === 0) return;
    const noted = [...lookedUp].map(([_id, { country, version, resolvedAt }]) =>
      version === null
        ? { insertOne: { document: lookedUpDocument(_id, country, resolvedAt) } }
        : {
            updateOne: {
              filter: standing(_id, version),
              update: { $set: { country }, $inc: { version: 1 }, $unset: { until: '' as const, expires: '' as const } },
            },
          },
    );
    try {
      await documents.bulkWrite(noted, { ordered: false });
    } catch (error) {
      if (duplicateKeysIn(error) === null) throw error;
    }
  };

  return {
    /**
     * The same events again leave the profiles as they are, and give all of them and what is to be told of each once
     * more: a process that ended in between may not have told it. What does not count any more is left out.
     */
    async absorb(resolved: readonly ResolvedPhone[], now: number, counting: Counting): Promise<Absorbed> {
      const events = new Map<ResolvedPhone, OutgoingEvent[]>();
      const rows = new Map<string, StoredRow>();
      const lookedUp = new Map<string, LookedUp>();
      for (let open = await counting(resolved); open.length > 0;) {
        const phones = new Set(open.map(({ data }) => data.phone));
        const batch = { now, known: await load(phones), rows, lookedUp };
        await slices.forEach(open, (each) => {
          const { phone } = each.data;
          const before = (rows.get(phone) ?? batch.known.get(phone))?.revision;
          const told = absorbOne(each, batch);
          const row = rows.get(phone);
          // A profile that a later try leaves as it is was changed by an earlier one, or by another process with the same
          // event.
          if (!events.has(each) || !row || row.revision !== before) events.set(each, told);
        });
        const changed = [...rows.values()].filter((row) => row.changed && phones.has(row.phone));
        const late = await saveRows(documents, changed);
        for (const phone of late) rows.delete(phone);
        const begun = changed.flatMap(({ version, phone }) => (version === null && !late.has(phone) ? phone : []));
        for (const phone of await withdrawErased(begun, open, counting)) {
          rows.delete(phone);
          late.add(phone);
        }
        const again = open.filter(({ data }) => late.has(data.phone));
        open = again.length > 0 ? await counting(again) : [];
        const left = new Set(open);
        for (const each of again) if (!left.has(each)) events.delete(each);
      }
      await note(lookedUp);
      const noted = [...lookedUp].flatMap(([phone, { version }]) => (version === null ? phone : []));
      await withdrawErased(noted, resolved, counting);
      return { rows: [...rows.values()], events: resolved.flatMap((each) => events.get(each) ?? []) };
    },

    /**
     * Folds `limit` kept profiles after `phone` (null: from the first) by the rules of today; those that come out otherwise
     * are told of.
     */
    async refold(phone: string | null, limit: number, hold: Hold): Promise<Refolded> {
      const rows: StoredRow[] = [];
      let held: Pick<IndexWork, 'id' | 'events'> | null = null;
      let open = await documents
        .find({ found: true, _id: { $gt: phone ?? '' } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const last = open.at(-1)?._id ?? null;
      if (last === null) return { last, work: null };
      while (open.length > 0) {
        const told: OutgoingEvent[] = [];
        const round: StoredRow[] = [];
        await slices.forEach(open, (document) => {
          const row = rowOf(document);
          const event = refoldRow(row);
          if (event) told.push(event);
          round.push(row);
        });
        // First what is to be told: once they stand nobody would find that these came out otherwise.
        if (told.length > 0) {
          const events = packEvents(told);
          // Profiles that somebody else changed meanwhile have an entry of their own, for whoever looks next.
          const id = await hold(events, held !== null);
          held ??= { id, events };
        }
        const late = await saveRows(
          documents,
          round.filter((row) => row.changed),
        );
        rows.push(...round.filter((row) => !late.has(row.phone)));
        open = late.size > 0 ? [...(await load(late)).values()].filter(({ found }) => found) : [];
      }
      // Without events nobody waits, and an interrupted slice is folded once more.
      const { id, events } = held ?? { id: newId(), events: packEvents([]) };
      return { last, work: { id, events, upserts: await entriesOf(slices, rows), removals: [] } };
    },

    /**
     * Takes what was said before then out of up to `limit` profiles. Those that somebody else changes meanwhile are found
     * again; those that are to go are named and stay.
     */
    async retain(
      before: number,
      limit: number,
      announce: (absorbed: Absorbed, images: string[]) => Promise<IndexWork>,
    ): Promise<Retained> {
      const undated = await documents.find({ found: true, oldest: { $exists: false } }, { limit }).toArray();
      const rest = limit - undated.length;
      const older =
        rest > 0 ? await documents.find({ found: true, oldest: { $lt: before } }, { limit: rest }).toArray() : [];
      const all: Array<ReturnType<typeof forgetOlder> & { row: StoredRow }> = [];
      await slices.forEach([...undated, ...older], (document) => {
        const row = rowOf(document);
        all.push({ row, ...forgetOlder(row, before) });
      });
      const staying = all.filter(({ isGone }) => !isGone);
      const events = staying.flatMap(({ event }) => event ?? []);
      // Of one that somebody else changes meanwhile, too: whoever erases them asks who refers to them.
      const images = staying.flatMap((each) => each.images);
      // First what is to be told: nobody would find these profiles again.
      const work = events.length > 0 ? await announce({ rows: staying.map(({ row }) => row), events }, images) : null;
      const late = await saveRows(
        documents,
        staying.map(({ row }) => row),
      );
      const saved = staying.filter(({ row }) => !late.has(row.phone));
      return {
        work,
        folded: saved.filter(({ event }) => event !== null).length,
        gone: all.filter(({ isGone }) => isGone).map(({ row }) => row.phone),
        images,
        more: all.length === limit,
      };
    },
  };
}
