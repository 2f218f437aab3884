import type { AuditRecord } from '@numscope/contracts';
import type { Clock } from '../ports/clock.port.ts';
import { HIDDEN } from './secrets.ts';

/** Groups that are counted by address at most. */
const MAX_GROUPS = 500;
const EVERY_MS = 60_000;
const NOBODY = 'anonymous';

interface Group {
  call: string;
  /** Without the arguments, which were those of the first. */
  record: Omit<AuditRecord, 'args' | 'createdTimestamp'>;
  /** When the last entry of the group was written, in milliseconds. */
  writtenAt: number;
  refusals: number;
  from: number;
  to: number;
}

/** The user at whom a login aims. There are only so many users, so they are told apart without a limit. */
const aimOf = ({ actionType, username }: AuditRecord): string | null =>
  actionType === 'LOGIN' && username !== HIDDEN && username !== NOBODY ? username : null;

/**
 * Counts the refusals of callers whom nobody knows, so that whoever has no token cannot fill the trail. Refusals of one
 * call for one reason from one address, at logins for one user, are a group: the first is an entry of its own, what
 * follows becomes one entry a minute with its number. Beyond 500 groups, addresses are told apart no longer.
 */
export class RefusalGroups {
  readonly #groups = new Map<string, Group>();
  readonly #clock: Clock;
  readonly #most: number;

  constructor(clock: Clock, most = MAX_GROUPS) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#groups.size;
  }

  /** The entry to write at once, or null when this one was counted. */
  take(record: AuditRecord, call: string): AuditRecord | null {
    const { actionType, outcome, ip } = record;
    const aim = aimOf(record);
    const keyOf = (address: string): string => JSON.stringify([actionType, call, outcome, address, aim?.toLowerCase()]);
    const now = this.#clock.now();
    const address = this.#groups.has(keyOf(ip)) || this.#groups.size < this.#most ? ip : '';
    const group = this.#groups.get(keyOf(address));
    if (group) {
      group.from = group.refusals === 0 ? now : group.from;
      group.refusals++;
      group.to = now;
      return null;
    }
    const { args: _args, createdTimestamp: _at, ...rest } = record;
    const about = { ...rest, username: aim ?? NOBODY, ip: address };
    this.#groups.set(keyOf(address), { call, record: about, writtenAt: now, refusals: 0, from: now, to: now });
    return record;
  }

  /** The entries of groups whose minute is over. A group that nothing came to in its minute is forgotten. */
  due(): AuditRecord[] {
    const now = this.#clock.now();
    return this.#written(({ writtenAt }) => Math.abs(now - writtenAt) >= EVERY_MS);
  }

  /** The entries of all groups that counted something; then none is held any more. */
  all(): AuditRecord[] {
    const records = this.#written(() => true);
    this.#groups.clear();
    return records;
  }

  #written(isDue: (group: Group) => boolean): AuditRecord[] {
    const records: AuditRecord[] = [];
    for (const [key, group] of this.#groups) {
      if (!isDue(group)) continue;
      if (group.refusals === 0) this.#groups.delete(key);
      else records.push(this.#entryOf(group));
    }
    return records;
  }

  #entryOf(group: Group): AuditRecord {
    const { call, record, refusals, from, to } = group;
    group.writtenAt = this.#clock.now();
    group.refusals = 0;
    return { ...record, createdTimestamp: to, args: { call, refusals, from, to } };
  }
}
