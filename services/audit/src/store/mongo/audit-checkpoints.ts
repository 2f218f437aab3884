import { inserted } from '@numscope/adapters/mongo';
import { AuditCheckpoint, ChainCheck, CheckProgress } from '@numscope/contracts';
import type { ChainStart } from '../../domain/chain-link.ts';
import { type AuditCollections, HEAD, readHead } from './audit-collections.ts';
import type { AuditStore } from '../audit-store.port.ts';

const LAST_CHECK = 'last';
const UNDER_WAY = 'under way';
const RETENTION = 'retention';

/** As the contract has it; null: it is none, or not one that was ever written. */
const checkpointOf = (document: unknown): AuditCheckpoint | null => AuditCheckpoint.safeParse(document).data ?? null;

/**
 * What is kept of checkpoints and checks, and what removes entries that are older than the beginning.
 * @param forget is told of entries before they go
 */
export function auditCheckpoints(
  collections: AuditCollections,
  forget: (places: number[]) => Promise<void> = async () => undefined,
) {
  const { entries, heads, checkpoints, checks, turns, retentions } = collections;
  return {
    async checkpoints(after, limit) {
      const found = await checkpoints
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.flatMap((document) => checkpointOf(document.checkpoint) ?? []);
    },
    lastCheckpoint: async () => checkpointOf((await checkpoints.findOne({}, { sort: { _id: -1 } }))?.checkpoint),
    checkpointBefore: async (at) =>
      checkpointOf((await checkpoints.findOne({ at: { $lte: at } }, { sort: { at: -1, _id: -1 } }))?.checkpoint),
    keepCheckpoint: (checkpoint) =>
      inserted(checkpoints.insertOne({ _id: checkpoint.number, at: checkpoint.at, checkpoint })),
    lastCheck: async () => ChainCheck.safeParse((await checks.findOne({ _id: LAST_CHECK }))?.check).data ?? null,
    keepCheck: async (check) =>
      void (await checks.updateOne({ _id: LAST_CHECK }, { $set: { check } }, { upsert: true })),
    checkProgress: async () =>
      CheckProgress.safeParse((await checks.findOne({ _id: UNDER_WAY }))?.progress).data ?? null,
    async keepCheckProgress(progress) {
      if (progress === null) await checks.deleteOne({ _id: UNDER_WAY });
      else await checks.updateOne({ _id: UNDER_WAY }, { $set: { progress } }, { upsert: true });
    },
    async beginBehind({ seq, hash }: ChainStart) {
      await heads.updateOne(
        { _id: HEAD, $or: [{ begins: { $exists: false } }, { begins: { $lt: seq } }] },
        { $set: { begins: seq, beginsHash: hash } },
      );
    },
    async dropOld(limit) {
      const begins = (await readHead(collections))?.begins.seq ?? 0;
      if (begins === 0) return 0;
      const old = await entries
        .find({ _id: { $gte: 1, $lte: begins } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const places = old.map(({ _id }) => _id);
      if (places.length === 0) return 0;
      await forget(places);
      await entries.deleteMany({ _id: { $in: places } });
      return old.length;
    },
    retentionDays: async () => (await retentions.findOne({ _id: RETENTION }))?.days ?? null,
    keepRetentionDays: async (days) =>
      void (await retentions.updateOne({ _id: RETENTION }, { $set: { days } }, { upsert: true })),
    takeTurn: (day) => inserted(turns.insertOne({ _id: day })),
    returnTurn: async (day) => void (await turns.deleteOne({ _id: day })),
  } satisfies Partial<AuditStore>;
}
