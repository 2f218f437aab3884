import type { AuditBeginning } from '@numscope/contracts';
import { type EventBus, type Logger, outgoing } from '@numscope/platform';
import { moment, nameOf } from '../domain/checkpoint.ts';
import { walkChain } from '../queries/walk-chain.ts';
import type { AuditStore } from '../store/audit-store.port.ts';
import type { Checkpointer } from './checkpointer.ts';
import { type CheckpointKeys, isGenuine } from './keys.ts';

const DAY_MS = 86_400_000;
/** Small enough for appends and searches to find their turn in between. */
const SLICE = 500;

/** What goes next: the entries before the beginning that the chain gets. */
export interface Cut {
  entries: number;
  upTo: AuditBeginning;
}

/** What goes next, null when nothing does, and why it does not though something may be old. */
export interface RetentionPlan {
  cut: Cut | null;
  refusal: string | null;
}

const nothing: RetentionPlan = { cut: null, refusal: null };

/**
 * What is older than `days`: all up to the newest genuine checkpoint that is. What stands behind it is kept, though some
 * of it may be older by as long as checkpoints are apart. How old a checkpoint is counts as it was signed: what the
 * store finds it by can be changed by who writes there.
 */
export async function planCut(
  store: Pick<AuditStore, 'head' | 'checkpointBefore'>,
  keys: CheckpointKeys,
  days: number | null,
  now: number,
): Promise<RetentionPlan> {
  if (days === null) return nothing;
  const before = now - days * DAY_MS;
  const checkpoint = await store.checkpointBefore(before);
  const head = await store.head();
  if (!checkpoint || !head) return nothing;
  const { number, seq, hash, at } = checkpoint;
  if (!isGenuine(checkpoint, keys))
    return { cut: null, refusal: `${nameOf(checkpoint)}, up to which entries would go, was signed by no known key` };
  if (at > before)
    return { cut: null, refusal: `${nameOf(checkpoint)}, up to which entries would go, stands there as an older one` };
  if (seq <= head.begins.seq || seq > head.entries) return nothing;
  return { cut: { entries: seq - head.begins.seq, upTo: { number, seq, hash, at } }, refusal: null };
}

interface Parts {
  store: AuditStore;
  bus: EventBus;
  log: Logger;
  checkpointer: Checkpointer;
}

/** Whether what is to go is as it was signed. What is broken is evidence, and stays. */
export async function isAsSigned(store: AuditStore, upTo: AuditBeginning): Promise<boolean> {
  let faults = 0;
  await walkChain(
    {
      strangers: async () => [],
      checkChain: store.checkChain,
      head: async () => {
        const head = await store.head();
        return head && { entries: upTo.seq, hash: upTo.hash, begins: head.begins };
      },
    },
    () => void faults++,
  );
  return faults === 0;
}

/** Removes what stands before the beginning, some at a time. */
export async function dropOld(store: AuditStore, isOver: () => boolean): Promise<number> {
  let dropped = 0;
  for (let more = true; more && !isOver();) {
    const slice = await store.dropOld(SLICE);
    dropped += slice;
    more = slice === SLICE;
  }
  return dropped;
}

/**
 * Moves the beginning of the chain on: tells the trail itself, has a checkpoint signed that says where it begins, and
 * only then lets it begin there. The entries before are removed after that.
 * @returns whether it did; not where what is to go is broken
 */
export async function cutTrail(
  cut: Cut,
  days: number,
  { store, bus, log, checkpointer }: Parts,
  now: number,
): Promise<boolean> {
  const { entries, upTo } = cut;
  if (!(await isAsSigned(store, upTo))) {
    log.error({ upTo: upTo.seq }, 'old entries of the audit trail are not removed: they are not as they were written');
    return false;
  }
  const record = {
    actionType: 'AUDIT' as const,
    createdTimestamp: now,
    // It is signed before anything goes: what it tells must be so even where nothing comes of it.
    details: `About to remove ${entries} entries older than ${days} days, up to ${nameOf(upTo)}`,
    username: 'system',
    ip: '',
    args: { retentionDays: days, entries, checkpoint: upTo.number, lastSeq: upTo.seq, checkpointAt: moment(upTo.at) },
    outcome: 'OK',
  };
  // The same each time it is tried, so that the trail tells of it once.
  const id = `audit-retention-${upTo.number}-${entries}-${days}`;
  await store.append([{ ...record, id }]);
  await checkpointer.sign(upTo);
  await store.beginBehind({ seq: upTo.seq, hash: upTo.hash });
  // Others hear of it as of any entry; the trail knows it by its id.
  await bus.publish([outgoing('audit.logged', 'audit', record, { id })]);
  log.info({ entries, upTo: upTo.seq }, 'old entries of the audit trail are removed');
  return true;
}
