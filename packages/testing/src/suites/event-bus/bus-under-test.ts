import type { Topic } from '@numscope/contracts';
import { type EventBus, type LogPlace, outgoing, type OutgoingEvent, type Subscription } from '@numscope/platform';
import { onStorage, type Storage } from '../../around.ts';
import { buildProfileUpdated, userChangedEvent } from '../../builders.ts';
import { Seen } from '../seen.ts';

type UserSubscription = Subscription<'user.changed'>;

export const users = (...names: string[]): OutgoingEvent[] => names.map((name) => userChangedEvent(name));
export const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_none, n) => `u${n + from}`);
export const keyed = (key: string, revision: number): OutgoingEvent =>
  outgoing('profile.updated', key, buildProfileUpdated({ phone: '+998901234567', profileId: key, revision }));

/** A bus on storage of its own for each test of the block, and what tests do with it. */
export interface BusUnderTest {
  readonly bus: EventBus;
  /** Closes it and opens it again. */
  reopen(): Promise<void>;
  /** A consumer of user names; `seen` gets what was handled. */
  follow(
    group: string,
    options?: Partial<UserSubscription>,
  ): Promise<{ seen: Seen<string>; consumer: Awaited<ReturnType<EventBus['subscribe']>> }>;
  /** Where the partitions of these topics end now. */
  endsOf(...topics: Topic[]): Promise<LogPlace[]>;
}

export function busUnderTest(create: () => Promise<Storage<EventBus>>): BusUnderTest {
  let bus: EventBus;
  const reopen = onStorage('each', create, (opened) => (bus = opened));
  return {
    get bus() {
      return bus;
    },
    reopen,
    async follow(group, options = {}) {
      const seen = new Seen<string>();
      const consumer = await bus.subscribe({
        topic: 'user.changed',
        group,
        handle: async (events) => seen.add(...events.map((event) => event.data.userName)),
        ...options,
      });
      return { seen, consumer };
    },
    endsOf: async (...topics) =>
      (await bus.extent(topics)).partitions.map(({ topic, partition, end }) => ({ topic, partition, offset: end })),
  };
}
