import { type Topic, topics } from '@numscope/contracts';
import type { Kafka } from 'kafkajs';
import pLimit from 'p-limit';
import { AdminLink } from './admin-link.ts';
import { dropEvents } from './drop-events.ts';
import { committedOffsets, type PartitionOffset } from './group-offsets.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaAddress } from './kafka-url.ts';
import { type KafkaOptions, openAtKafka } from './open-at-kafka.ts';

/** The next event of each partition that a group of ours has not handled. */
export interface GroupPlaces {
  group: string;
  topic: Topic;
  partitions: PartitionOffset[];
}

/** The groups of the services, asked and set from outside. */
export interface KafkaGroups {
  /** Those that a process is a member of, by their names at Kafka. */
  running(): Promise<string[]>;
  places(): Promise<GroupPlaces[]>;
  /**
   * Sets every group of a topic that is there back to these places; where the log is not as long, or the group is not
   * among them, to the first event of `moment`. What a group handled before is handled again then.
   * @returns how many groups were set
   * @throws Error when a process is a member of one
   */
  setBack(places: readonly GroupPlaces[], moment: Date): Promise<number>;
  /**
   * Drops all events that are in the services' topics now, whoever has handled them; dead letters stay.
   * @throws TransientError when some may still be there
   */
  dropEvents(): Promise<void>;
  close(): Promise<void>;
}

/** Names of groups have no dots; those of the gateway's consoles are gone with their process. */
const ownGroup = /^(?!gateway-)[A-Za-z0-9_-]+$/;
/** More than the clocks of machines differ by: an event that comes twice does no harm. */
const CLOCKS_MS = 60_000;
/** Setting a group is a membership of its own, which a broker puts off for some seconds. */
const SET_WITHIN_MS = 120_000;
const SET_AT_ONCE = 8;

interface Group extends Pick<GroupPlaces, 'group' | 'topic'> {
  id: string;
}

class Groups implements KafkaGroups {
  readonly #prefix: string;
  readonly #client: () => Kafka;
  readonly #admin: AdminLink;

  constructor(address: KafkaAddress, client: () => Kafka) {
    this.#prefix = address.prefix;
    this.#client = client;
    this.#admin = new AdminLink(client());
  }

  async running(): Promise<string[]> {
    const ids = (await this.#groups()).map(({ id }) => id);
    if (ids.length === 0) return [];
    const { groups } = await this.#admin.use('asking for groups', (admin) => admin.describeGroups(ids));
    return groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
  }

  async places(): Promise<GroupPlaces[]> {
    const found = await Promise.all(
      (await this.#groups()).map(async ({ id, group, topic }) => ({
        group,
        topic,
        partitions: await this.#admin.use('asking for offsets', (admin) =>
          committedOffsets(admin, id, this.#nameOf(topic)),
        ),
      })),
    );
    return found.filter(({ partitions }) => partitions.length > 0);
  }

  async setBack(places: readonly GroupPlaces[], moment: Date): Promise<number> {
    const there = new Set(await this.#admin.use('asking for topics', (admin) => admin.listTopics()));
    const known = await this.#groups();
    const gone = places.map(({ group, topic }) => ({ group, topic, id: this.#idOf(group, topic) }));
    const all = new Map([...known, ...gone].map((group) => [group.id, group]));
    const groups = [...all.values()].filter(({ topic }) => there.has(this.#nameOf(topic)));
    const limit = pLimit(SET_AT_ONCE);
    await Promise.all(
      groups.map(({ id, group, topic }) => {
        const saved = places.find((each) => each.group === group && each.topic === topic);
        return limit(() => this.#set(id, this.#nameOf(topic), saved?.partitions ?? [], moment));
      }),
    );
    return groups.length;
  }

  async dropEvents(): Promise<void> {
    for (const topic of topics) await dropEvents(this.#admin, this.#nameOf(topic));
  }

  close(): Promise<void> {
    return this.#admin.close();
  }

  /** A client's memberships share what they remember, so that each is of a client of its own. */
  async #set(id: string, topic: string, saved: readonly PartitionOffset[], moment: Date): Promise<void> {
    const own = new AdminLink(this.#client());
    try {
      await own.use(
        `setting the group ${id}`,
        async (admin) => {
          const [ends, since] = await Promise.all([
            admin.fetchTopicOffsets(topic),
            admin.fetchTopicOffsetsByTimestamp(topic, moment.getTime() - CLOCKS_MS),
          ]);
          const wanted = ends.map(({ partition, low, high }) => {
            const offsets = [...saved, ...since].filter((each) => each.partition === partition);
            return { partition, offset: earliest([...offsets.map(({ offset }) => offset), high], low) };
          });
          await admin.setOffsets({ groupId: id, topic, partitions: wanted });
          const found = new Map(
            (await committedOffsets(admin, id, topic)).map((each) => [each.partition, each.offset]),
          );
          const other = wanted.find(({ partition, offset }) => found.get(partition) !== offset);
          if (other)
            throw new Error(`the group ${id} stands at ${found.get(other.partition)} and not at ${other.offset}`);
        },
        SET_WITHIN_MS,
      );
    } finally {
      await own.close();
    }
  }

  async #groups(): Promise<Group[]> {
    const { groups } = await this.#admin.use('asking for groups', (admin) => admin.listGroups());
    return groups.flatMap(({ groupId: id }) => this.#ours(id) ?? []);
  }

  #ours(id: string): Group | null {
    if (!id.startsWith(this.#prefix)) return null;
    const name = id.slice(this.#prefix.length);
    const topic = topics.find((each) => name.endsWith(`.${each}`));
    if (topic === undefined) return null;
    const group = name.slice(0, -topic.length - 1);
    return ownGroup.test(group) ? { id, group, topic } : null;
  }

  #nameOf(topic: Topic): string {
    return `${this.#prefix}${topic}`;
  }

  #idOf(group: string, topic: Topic): string {
    return groupIdOf(this.#prefix, group, topic);
  }
}

/** The least of some offsets, but none of what is dropped already. */
function earliest(offsets: readonly string[], low: string): string {
  const least = offsets.map(BigInt).reduce((a, b) => (a < b ? a : b));
  return String(least < BigInt(low) ? low : least);
}

/**
 * A group of ours may read several topics; at Kafka each is a group of its own, so that one topic's changes do not stop
 * the others.
 */
export const groupIdOf = (prefix: string, group: string, topic: Topic): string => `${prefix}${group}.${topic}`;

/**
 * Opens a way to ask and set the groups of the services; makes nothing.
 * @throws as `openAtKafka` does
 */
export const openKafkaGroups = (options: KafkaOptions): Promise<KafkaGroups> =>
  openAtKafka(
    options,
    (address, access) => new Groups(address, () => kafkaClient(address, access, options.log)),
    (groups) => groups.running(),
  );
