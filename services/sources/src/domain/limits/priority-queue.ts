import type { JobType } from '@numscope/contracts';

const waiting = <T>(items: ReadonlyArray<T | null>, head: number): T[] =>
  items.slice(head).filter((item) => item !== null);

/** A queue with two lanes: PRIORITY before REGULAR; in each, first come, first served. */
export class PriorityQueue<T> {
  /** What was taken is null, so that nothing is held by the queue longer than by who took it. */
  readonly #lanes: Record<JobType, { items: Array<T | null>; head: number }> = {
    PRIORITY: { items: [], head: 0 },
    REGULAR: { items: [], head: 0 },
  };

  get length(): number {
    const { PRIORITY, REGULAR } = this.#lanes;
    return PRIORITY.items.length - PRIORITY.head + REGULAR.items.length - REGULAR.head;
  }

  push(lane: JobType, item: T): void {
    this.#lanes[lane].items.push(item);
  }

  /** Up to `limit` items of the first lane that has any. */
  take(limit: number): T[] {
    const { PRIORITY, REGULAR } = this.#lanes;
    const lane = PRIORITY.items.length > PRIORITY.head ? PRIORITY : REGULAR;
    const taken: T[] = [];
    for (; taken.length < limit && lane.head < lane.items.length; lane.head++) {
      const item = lane.items[lane.head] ?? null;
      if (item !== null) taken.push(item);
      lane.items[lane.head] = null;
    }
    if (lane.head > 1024 && lane.head * 2 > lane.items.length) {
      lane.items = lane.items.slice(lane.head);
      lane.head = 0;
    }
    return taken;
  }

  /** Takes out all, lane by lane. */
  drain(): Array<[lane: JobType, items: T[]]> {
    return (['PRIORITY', 'REGULAR'] as const).map((lane) => {
      const { items, head } = this.#lanes[lane];
      this.#lanes[lane] = { items: [], head: 0 };
      return [lane, waiting(items, head)];
    });
  }

  /** Takes out every item that `gone` says. */
  sweep(gone: (item: T) => boolean): T[] {
    const swept: T[] = [];
    for (const lane of Object.values(this.#lanes)) {
      const before = waiting(lane.items, lane.head);
      lane.items = before.filter((item) => !gone(item));
      lane.head = 0;
      if (lane.items.length < before.length) swept.push(...before.filter(gone));
    }
    return swept;
  }
}
