import { NO_COUNTRY, type SourceFields } from '@numscope/contracts';
import { newId, outgoing, reasonOf, Rounds } from '@numscope/platform';
import { missingPhotos, photoPauseMs } from '../domain/photos/photo-retry.ts';
import type { DuePhotos } from '../store/due-photos.port.ts';
import type { SourceStore } from '../store/source-store.port.ts';
import type { Committer } from './committer.ts';
import { PhotoLease, type PhotoLeaseParts } from './photo-lease.ts';
import type { FetchedPhotos } from './photo-keeper.ts';
import type { SourceRunner } from './source-runner.ts';
import { UNKNOWN_TRUST } from '../domain/unknown-trust.ts';

/** What another instance left, and what is due by now, is seen by looking; nothing is due before a minute is over. */
const LOOK_MS = 5000;
/** Answers whose photos are tried again at the same time. */
const AT_ONCE = 8;
const DAY_MS = 86_400_000;
/** How long it is told that photos were given up. */
const TOLD_MS = 31 * DAY_MS;

export interface LatePhotosParts extends PhotoLeaseParts {
  store: Pick<SourceStore, 'takeDuePhotos' | 'renewDuePhotos' | 'newestFound' | 'forgetGivenUpPhotos'>;
  runners: ReadonlyMap<string, SourceRunner>;
  committer: Pick<Committer, 'add' | 'written'>;
  /** How often it is looked for what is due, in milliseconds; every 5 seconds unless said. */
  lookMs?: number;
  /** Whether nothing may be kept of a number that was asked for at that time. */
  isBarred(phone: string, at: number): boolean;
}

type Kept = NonNullable<Awaited<ReturnType<SourceStore['newestFound']>>>;

/**
 * Tries photos again that could not be had with their answer. What comes is kept as the same answer once more, with its
 * photos, and told to profiles; no job waits for it, or hears of it.
 */
export class LatePhotos {
  readonly #parts: LatePhotosParts;
  readonly #rounds: Rounds;
  #forgottenAt = 0;
  #isClosed = false;

  constructor(parts: LatePhotosParts) {
    this.#parts = parts;
    const { lookMs = LOOK_MS } = parts;
    this.#rounds = new Rounds(async () => {
      try {
        return (await this.#round()) ? 0 : lookMs;
      } catch (error) {
        parts.log.warn({ reason: reasonOf(error) }, 'photos that are due could not be tried again; they stay due');
        return lookMs;
      }
    });
  }

  start(): void {
    this.#rounds.wake();
  }

  /** Begins nothing any more: what is under way ends when its sources are closed, and is due again after a while. */
  end(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is under way any more, after `limitMs` at the latest. */
  async close(limitMs: number): Promise<void> {
    this.end();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    await Promise.race([this.#rounds.close(), promise]);
    clearTimeout(timer);
  }

  /** @returns whether there may be more that are due */
  async #round(): Promise<boolean> {
    const { store, clock, committer } = this.#parts;
    if (this.#isClosed) return false;
    const now = clock.now();
    const lease = await PhotoLease.take(this.#parts, AT_ONCE);
    const { due } = lease;
    try {
      await Promise.all(due.map((one) => this.#again(one, lease)));
    } finally {
      lease.end();
    }
    if (due.length > 0) await committer.written();
    if (now - this.#forgottenAt > DAY_MS) {
      this.#forgottenAt = now;
      await store.forgetGivenUpPhotos(now - TOLD_MS);
    }
    return due.length === AT_ONCE;
  }

  async #again(due: DuePhotos, lease: PhotoLease): Promise<void> {
    const { runners, committer } = this.#parts;
    if ((await this.#answerOf(due)) === null) return committer.add({ over: due.id, answer: null, due: null });
    const runner = runners.get(due.source);
    // Who is stopped is left alone, and one that is not bound now may be again: both count as tries.
    const fetched: FetchedPhotos =
      !runner || runner.stop !== null
        ? { ids: [], later: due.references, lost: 0, holdMs: 0 }
        : await runner.photos.again(due.references, due.account);
    if (this.#isClosed && fetched.ids.length === 0) return; // its lease ends
    const answer = await this.#answerOf(due);
    // Who was silent for too long leaves it to whoever took it.
    if (!lease.holds(due)) return;
    lease.settle(due);
    if (answer === null) return committer.add({ over: due.id, answer: null, due: null });
    this.#keep(due, answer, fetched);
  }

  /** The answer that lacks them; null when it is gone, when the source answered since, or when the number is barred. */
  async #answerOf({ id, phone, source, answeredAt }: DuePhotos): Promise<Kept | null> {
    if (this.#parts.isBarred(phone, answeredAt)) return null;
    const newest = await this.#parts.store.newestFound(phone, source);
    return newest?.id === id ? newest : null;
  }

  #keep(due: DuePhotos, answer: Kept, { ids, later, lost, holdMs }: FetchedPhotos): void {
    const { committer, clock, runners } = this.#parts;
    const tries = due.tries + 1;
    const pauseMs = later.length > 0 ? photoPauseMs(tries, holdMs, Math.random()) : null;
    const isOver = pauseMs === null;
    const next = {
      ...due,
      references: isOver ? [] : later,
      lost: due.lost + lost + (isOver ? later.length : 0),
      tries,
      dueAt: isOver ? null : clock.now() + pauseMs,
    };
    if (!isOver && ids.length === 0) return committer.add({ over: null, answer: null, due: next });
    // Ids grow with time: of two answers of one moment the later one counts.
    const id = newId();
    const message = missingPhotos(due.total, next.lost + next.references.length, next.references.length);
    const fields = withPhotos(answer.fields, ids);
    const { job } = due;
    const { phone, source, account, at, observedAt = null, status } = answer;
    const common = { id, phone, source, account, at, status };
    committer.add({
      over: due.id,
      answer: {
        ...common,
        observedAt,
        message,
        fields: JSON.stringify(fields),
        raw: null,
        job: job.number,
        pass: job.pass,
        run: due.run,
        country: NO_COUNTRY,
        cost: null,
      },
      due: isOver && next.lost === 0 ? null : { ...next, id },
    });
    if (ids.length === 0) return;
    const trust = runners.get(source)?.config.trust ?? UNKNOWN_TRUST;
    const told = {
      ...common,
      cached: false,
      ...(observedAt === null ? {} : { observedAt }),
      ...(message === null ? {} : { message }),
      fields,
      trust,
    };
    const data = { phone, job, status, late: true, sources: [], observations: [told] };
    committer.add(outgoing('phone.resolved', phone, data, { id: `${id}:photos`, at: clock.now() }));
  }
}

const withPhotos = (fields: SourceFields | null, ids: readonly string[]): SourceFields => ({
  ...fields,
  ...(ids.length > 0 ? { photos: [...new Set([...(fields?.photos ?? []), ...ids])] } : {}),
});
