import { endProcess, type OnLost, WorkerThread } from './worker-thread.ts';

/** A store in one thread. */
export interface Place {
  thread: WorkerThread;
  store: number;
  /** The functions that it has. */
  functions: string[];
}

/** A module that opens a store, and what with. */
export interface Opened {
  module: URL;
  options: unknown;
  /** Hears it when its thread ends of itself; the process ends unless said. */
  onLost?: OnLost | undefined;
}

export async function openPlace(
  thread: WorkerThread,
  { module, options, onLost = endProcess }: Opened,
  role: 'writer' | 'reader',
): Promise<Place> {
  return { thread, ...(await thread.open(module.href, options, role, onLost)) };
}

export const closePlace = ({ thread, store }: Place): Promise<void> => thread.close(store);

/** How long a reader that was not needed from the start stays after its last call, in milliseconds. */
const IDLE_MS = 300_000;

/** Those before it go on, and begin another when they fall behind. */
const isMissed: OnLost = () => undefined;

/** A further reader, which is there while the ones before it fall behind. */
class SpareReader {
  readonly #name: string;
  readonly #opened: Opened;
  #opening: Promise<void> | undefined;
  #place: Place | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(name: string, opened: Opened) {
    this.#name = name;
    this.#opened = opened;
  }

  /** Undefined as well when its thread has ended of itself: it would refuse every call at once, and so look idle for ever. */
  get place(): Place | undefined {
    if (this.#place?.thread.hasEnded) void this.#end();
    return this.#place;
  }

  /** Begins it in the background; where that fails the others go on, and it is tried again when it is missed next. */
  begin(): void {
    if (this.#closed) return;
    this.#opening ??= openPlace(WorkerThread.named(this.#name), { ...this.#opened, onLost: isMissed }, 'reader').then(
      (place) => this.#isThere(place),
      () => void (this.#opening = undefined),
    );
  }

  used(): void {
    this.#idle?.refresh();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening;
    await this.#end();
  }

  #isThere(place: Place): void {
    this.#place = place;
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const place = this.#place;
    this.#place = undefined;
    if (place) await closePlace(place);
    this.#opening = undefined;
  }
}

/**
 * A store's readers, each in the thread of its name. The first is there from the start; those after it are begun when
 * the ones before them fall behind, and end when they were not called for some minutes, because each thread costs some
 * 15 MB.
 */
export class ReaderPool {
  readonly #first: Place;
  readonly #spares: readonly SpareReader[];

  /** The file must be there. */
  static async open(names: readonly [string, ...string[]], opened: Opened): Promise<ReaderPool> {
    const [first, ...spares] = names;
    return new ReaderPool(
      await openPlace(WorkerThread.named(first), opened, 'reader'),
      spares.map((name) => new SpareReader(name, opened)),
    );
  }

  private constructor(first: Place, spares: readonly SpareReader[]) {
    this.#first = first;
    this.#spares = spares;
  }

  get functions(): readonly string[] {
    return this.#first.functions;
  }

  /** Where to ask: the one that has the fewest calls to answer. */
  place(): Place {
    let best = this.#first;
    let areBehind = best.thread.isBehind;
    for (const spare of this.#spares) {
      const { place } = spare;
      if (!place) {
        if (areBehind) spare.begin();
        break;
      }
      areBehind &&= place.thread.isBehind;
      if (place.thread.load >= best.thread.load) continue;
      best = place;
      spare.used();
    }
    return best;
  }

  async close(): Promise<void> {
    await Promise.all(this.#spares.map((spare) => spare.close()));
    await closePlace(this.#first);
  }
}
