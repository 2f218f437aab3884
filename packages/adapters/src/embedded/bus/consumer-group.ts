import type { Topic } from '@numscope/contracts';
import { type AnySubscription, type Consumer, subscriptionDefaults } from '@numscope/platform';
import { Lane, type LaneWork, type Member } from './lane.ts';
import { streamsOf } from './streams.ts';

/** Two lanes for an ordered consumer: batches stay large, and one is read while another is handled. */
const ORDERED_LANES = 2;

/** The consumers of one group on one topic and the lanes they share. */
export class ConsumerGroup {
  readonly #lanes: Lane[];
  readonly #members: Member[] = [];

  constructor(subscription: AnySubscription<Topic>, work: LaneWork) {
    const streams = streamsOf(subscription.topic);
    const lanes = subscription.mode === 'concurrent' ? streams.length : Math.min(ORDERED_LANES, streams.length);
    this.#lanes = Array.from(
      { length: lanes },
      (_none, lane) =>
        new Lane(
          streams.filter((_stream, n) => n % lanes === lane),
          work,
        ),
    );
  }

  add(subscription: AnySubscription<Topic>): Consumer {
    const member: Member = {
      subscription,
      maxInFlight:
        subscription.mode === 'concurrent' ? (subscription.maxInFlight ?? subscriptionDefaults.maxInFlight) : 1,
      stopping: new AbortController(),
      abort: new AbortController(),
      work: new Set(),
    };
    this.#members.push(member);
    this.#share();
    return { close: (graceMs = subscriptionDefaults.graceMs) => this.#remove(member, graceMs) };
  }

  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }

  async close(graceMs: number): Promise<void> {
    await Promise.all([...this.#members].map((member) => this.#remove(member, graceMs)));
  }

  async #remove(member: Member, graceMs: number): Promise<void> {
    const index = this.#members.indexOf(member);
    if (index >= 0) this.#members.splice(index, 1);
    member.stopping.abort();
    const force = setTimeout(() => member.abort.abort(), graceMs);
    while (member.work.size > 0) await Promise.all(member.work);
    clearTimeout(force);
    if (index >= 0) this.#share();
  }

  #share(): void {
    for (const [index, lane] of this.#lanes.entries()) lane.give(this.#members[index % this.#members.length] ?? null);
  }
}
