import { calls, type ErasureCertificate, type Profile } from '@numscope/contracts';
import { newId, type OutgoingEvent, reasonOf, untilPublished } from '@numscope/platform';
import { digestOf, ERASED_REMEMBERED_MS } from '@numscope/platform/erased-numbers';
import pLimit from 'p-limit';
import type { ProfilesDeps } from '../deps.ts';
import { picturesOf } from '../domain/fold-profile.ts';
import { type ErasureRecord, type ErasureStep, erasureSteps, type StepOutcome } from '../store/erasure.ts';
import { AGAIN_WITHIN_MS, certificateEntryOf, certificateOf } from './erasure-certificate.ts';
import type { IndexKeeper } from './index-keeper.ts';

/** Pictures of one call, which takes ten thousand: a profile may have any number. */
const IMAGES_AT_ONCE = 5000;
const LOOK_EVERY_MS = 3_600_000;
const RETRY_MS = 5000;
/** Overwriting takes about a second for 100 MB. */
const LONGEST_MS = 15 * 60_000;

export interface ErasureOrder {
  phone: string;
  purpose: string;
  by: string;
  audit: OutgoingEvent | null;
}

/** After how long the bus wants the events erased once more; null: it does not. */
const againOf = ({ events }: ErasureRecord['steps']): number | null => events?.bus?.againMs ?? null;

/**
 * Erases numbers everywhere, step by step. Each step is kept when it is done and may be done again, so that a process
 * that ends in the middle goes on at its next start.
 */
export class Eraser {
  readonly #deps: ProfilesDeps;
  readonly #keeper: IndexKeeper;
  readonly #underWay = new Map<string, Promise<ErasureRecord>>();
  readonly #oneAtATime = pLimit(1);
  #retry: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: ProfilesDeps, keeper: IndexKeeper) {
    this.#deps = deps;
    this.#keeper = keeper;
  }

  /**
   * Resolves when nothing is left of the number. One that is being erased already is not begun again.
   * @throws ApiError of a service that is away; the erasure goes on by itself then
   */
  async erase({ phone, purpose, by, audit }: ErasureOrder): Promise<ErasureCertificate> {
    const { store, kit } = this.#deps;
    const open = (await store.openErasures()).find((one) => one.phone === phone);
    const record = open ?? {
      id: newId(),
      phone,
      purpose,
      by,
      at: kit.clock.now(),
      finishedAt: null,
      steps: {},
      audit,
    };
    if (!open) await store.beginErasure(record);
    else if (audit) await this.#deps.bus.publish([audit]);
    return certificateOf(await this.#run(record));
  }

  /** Goes on with what was not finished; one that fails is tried again, and holds up no other. */
  resume(): Promise<void> {
    const { store } = this.#deps;
    return this.#oneAtATime(async () => {
      for (const { id } of await store.openErasures()) {
        // It may have come to its end meanwhile.
        const record = this.#isClosed ? undefined : (await store.openErasures()).find((one) => one.id === id);
        if (record) await this.#run(record).catch(() => undefined);
      }
    });
  }

  /** Goes on with what is open, and looks after what is over, beside everything else. */
  start(): void {
    void this.resume().catch((error: unknown) => this.#later(error));
    void this.#look();
    this.#looking ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#looking);
    await Promise.allSettled(this.#underWay.values());
  }

  #run(record: ErasureRecord): Promise<ErasureRecord> {
    const known = this.#underWay.get(record.id);
    if (known) return known;
    const running = this.#steps(record).finally(() => this.#underWay.delete(record.id));
    this.#underWay.set(record.id, running);
    running.catch((error: unknown) => this.#later(error));
    return running;
  }

  async #steps(begun: ErasureRecord): Promise<ErasureRecord> {
    const { store, bus, kit } = this.#deps;
    let record = begun;
    if (record.audit) await bus.publish([record.audit]);
    for (const step of erasureSteps) {
      if (record.steps[step]) continue;
      record = await store.noteErasureStep(record.id, step, await this.#do(step, record));
    }
    await this.#keeper.change(() => store.dropLeftOver(begun.phone));
    const finished = { ...record, finishedAt: kit.clock.now() };
    const entry = certificateEntryOf(finished);
    if (entry) await bus.publish([entry]);
    await store.finishErasure(record.id, finished.finishedAt);
    return finished;
  }

  async #do(step: ErasureStep, { id, phone, steps }: ErasureRecord): Promise<StepOutcome> {
    const { store, index, client, kit } = this.#deps;
    const images = steps.known?.images ?? [];
    switch (step) {
      // First, so that nobody hands it out any more.
      case 'jobs':
        return client.call(calls.eraseFromJobs, { body: { phone }, timeoutMs: LONGEST_MS });
      case 'sources':
        return client.call(calls.eraseFromSources, { body: { phone }, timeoutMs: LONGEST_MS });
      case 'known': {
        // As the store itself writes it.
        const [profile] = await store.profiles([phone]);
        if (profile === undefined) return { removed: { profiles: 0 }, images: [] };
        return { removed: { profiles: 1 }, images: picturesOf(JSON.parse(profile) as Profile) };
      }
      case 'profiles': {
        const at = kit.clock.now();
        const mark = { digest: digestOf(phone), at };
        const removed = await store.eraseRest(phone, mark, at - ERASED_REMEMBERED_MS);
        await this.#keeper.remove(() => store.remove(phone, 'ERASED', null));
        await index.remove([phone]);
        // What a removal leaves for late events.
        await store.eraseRest(phone, mark, at - ERASED_REMEMBERED_MS);
        return { removed };
      }
      case 'images':
        return this.#eraseImages(images);
      case 'events':
        return this.#eraseEvents(phone, steps.images?.images ?? []);
      case 'overwritten': {
        for (const call of [calls.scrubJobs, calls.scrubSources, calls.scrubImages])
          await client.call(call, { timeoutMs: LONGEST_MS });
        await index.scrub?.();
        // Where the bus wants them erased once more it is told of these pictures then.
        if (againOf(steps) === null) await store.forgetErasedPictures(id);
        await store.scrub();
        return { removed: {} };
      }
    }
  }

  async #eraseImages(ids: string[]): Promise<StepOutcome> {
    const images: string[] = [];
    let pictures = 0;
    for (let at = 0; at < ids.length; at += IMAGES_AT_ONCE) {
      const body = { ids: ids.slice(at, at + IMAGES_AT_ONCE) };
      const { removed, gone } = await this.#deps.client.call(calls.eraseImages, { body, timeoutMs: LONGEST_MS });
      pictures += removed.pictures ?? 0;
      images.push(...gone);
    }
    return { removed: { pictures }, images };
  }

  async #eraseEvents(phone: string, pictures: string[]): Promise<StepOutcome> {
    await untilPublished(this.#deps.store, [phone]);
    const { count, ...bus } = await this.#deps.bus.erase(phone, pictures);
    return { removed: count === null ? {} : { events: count }, bus };
  }

  /**
   * Looks after erasures that are over: for what a process left that ended meanwhile, and for events that the bus wants
   * erased once more, late rather than never. The ids of the pictures say who is still due.
   */
  async #look(): Promise<void> {
    const { store, kit } = this.#deps;
    const now = kit.clock.now();
    try {
      for (const record of await store.erasuresFinishedSince(now - ERASED_REMEMBERED_MS)) {
        await this.#keeper.change(() => store.dropLeftOver(record.phone));
        await this.#eraseAgain(record, now);
      }
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'erasures are not looked after yet; it is tried again');
    }
  }

  async #eraseAgain({ id, phone, finishedAt, steps }: ErasureRecord, now: number): Promise<void> {
    const { store, bus, kit } = this.#deps;
    const againMs = againOf(steps);
    const pictures = steps.images?.images;
    const age = now - (finishedAt ?? now);
    if (againMs === null || pictures === undefined || age < againMs) return;
    if (age > AGAIN_WITHIN_MS)
      kit.log.warn({ erasure: id }, 'events are erased once more later than the certificate says');
    // A number that was looked up anew has a newest event with content, which drops those before it as well.
    const [anew] = await store.profiles([phone]);
    if (anew === undefined) await bus.erase(phone, pictures);
    await store.forgetErasedPictures(id);
  }

  #later(error: unknown): void {
    this.#deps.kit.log.warn({ reason: reasonOf(error) }, 'an erasure is not finished; it goes on by itself');
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.start(), RETRY_MS).unref();
  }
}
