import { apiError, SYSTEM } from '@numscope/contracts';
import { type Consumer, type EventBus, newId } from '@numscope/platform';
import type { FaceFeed } from './face-feed.ts';
import type { JobFeed } from './job-feed.ts';
import type { ProfileFeed } from './profile-feed.ts';

const closeAll = (consumers: readonly Consumer[]): Promise<unknown> =>
  Promise.all(consumers.map((consumer) => consumer.close()));

/**
 * Follows the topics that open websockets hear of, from the first one on: where nobody ever listens nothing is read. Each
 * gateway is a group of its own that begins at the newest event, because a socket that was closed reloads what it shows
 * instead of hearing what it missed.
 */
export class Feed {
  readonly #bus: EventBus;
  readonly #jobs: JobFeed;
  readonly #profiles: ProfileFeed;
  readonly #faces: FaceFeed;
  #consumers: Promise<Consumer[]> | undefined;
  #closed = false;

  constructor(bus: EventBus, { jobs, profiles, faces }: { jobs: JobFeed; profiles: ProfileFeed; faces: FaceFeed }) {
    this.#bus = bus;
    this.#jobs = jobs;
    this.#profiles = profiles;
    this.#faces = faces;
  }

  /**
   * Resolves when everything that happens from now on is heard.
   * @throws ApiError SERVICE_UNAVAILABLE when it was closed: nobody would close what is opened then
   */
  async open(): Promise<void> {
    if (this.#closed) throw apiError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    this.#consumers ??= this.#subscribe().catch((error: unknown) => {
      this.#consumers = undefined;
      throw error;
    });
    await this.#consumers;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const consumers = await this.#consumers?.catch(() => []);
    this.#consumers = undefined;
    await closeAll(consumers ?? []);
  }

  /** Subscribes to all topics, or to none. */
  async #subscribe(): Promise<Consumer[]> {
    const common = { group: `gateway-${newId()}`, from: 'latest', attempts: 1 } as const;
    const tried = await Promise.allSettled([
      this.#bus.subscribe({
        ...common,
        topic: 'job.created',
        handle: async (events) => events.forEach(({ data }) => this.#jobs.changed(data.id)),
      }),
      this.#bus.subscribe({
        ...common,
        topic: 'job.changed',
        handle: async (events) => events.forEach(({ data }) => this.#jobs.changed(data.id)),
      }),
      this.#bus.subscribe({
        ...common,
        topic: 'job.status-changed',
        handle: async (events) =>
          events.forEach(({ data }) => {
            if (data.to === 'DELETED') this.#jobs.deleted(data.number);
            else if (data.to === 'DONE' && data.by === SYSTEM) this.#jobs.finished(data.id);
            else this.#jobs.changed(data.id);
          }),
      }),
      ...(['profile.updated', 'profile.deleted'] as const).map((topic) =>
        this.#bus.subscribe({ ...common, topic, handleTexts: async (texts) => this.#profiles.take(topic, texts) }),
      ),
      this.#bus.subscribe({ ...common, topic: 'image.stored', handle: async () => this.#faces.changed() }),
      this.#bus.subscribe({ ...common, topic: 'image.faces', handle: async () => this.#faces.changed() }),
    ]);
    const consumers = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = tried.find((each) => each.status === 'rejected');
    if (!failed) return consumers;
    await closeAll(consumers);
    throw failed.reason;
  }
}
