import { type Logger, RareLooks, reasonOf } from '@numscope/platform';
import { ErasedNumbers } from '@numscope/platform/erased-numbers';
import { ListedNumbers } from '../domain/listed-numbers.ts';
import type { ErasedStore, ListedStore, NewListed } from '../store/listed-store.port.ts';

export interface DoNotLookUpOptions {
  store: Pick<ListedStore, 'listedAfter' | 'listRevision'> & Pick<ErasedStore, 'erasedMarks'>;
  /** Other instances change the list, too. */
  isShared: boolean;
  log: Logger;
}

const READ_AT_ONCE = 10_000;
/** What is ordered at another instance holds here after that. */
export const LOOK_MS = 1000;

/** The numbers that no source is asked about, at hand for each number that is to be looked up. */
export class DoNotLookUp {
  /** Those that were erased, and what was asked for before. */
  readonly erased = new ErasedNumbers();
  readonly #options: DoNotLookUpOptions;
  #numbers = new ListedNumbers();
  /** Being read; what changes meanwhile holds there, too. */
  #next: ListedNumbers | null = null;
  #revision: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  readonly #rareLooks = new RareLooks(() => this.isAlone());
  #isClosed = false;
  /** Called when numbers were added: what waits to be asked is to be looked through. */
  onAdded: () => void = () => undefined;
  /** Whether no other instance is there that could change the list. */
  isAlone: () => boolean = () => false;

  constructor(options: DoNotLookUpOptions) {
    this.#options = options;
  }

  /** To be awaited before anything is asked. */
  async load(): Promise<void> {
    await this.look();
    this.#schedule();
  }

  has(phone: string): boolean {
    return this.#numbers.has(phone);
  }

  /** What was just kept by this instance. */
  added({ entries }: Pick<NewListed, 'entries'>): void {
    for (const entry of entries) {
      this.#numbers.add(entry);
      this.#next?.add(entry);
    }
    this.onAdded();
  }

  removed(entry: string): void {
    this.#numbers.delete(entry);
    this.#next?.delete(entry);
  }

  /** Takes the list anew if it was changed, by whichever instance. */
  look(): Promise<void> {
    this.#rareLooks.looked();
    return (this.#looking ??= this.#look().finally(() => (this.#looking = null)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking?.catch(() => undefined);
  }

  async #look(): Promise<void> {
    const { store } = this.#options;
    const revision = await store.listRevision();
    if (revision === this.#revision) return;
    this.erased.replace(await store.erasedMarks());
    const numbers = (this.#next = new ListedNumbers());
    for (let after = ''; ;) {
      const entries = await store.listedAfter(after, READ_AT_ONCE);
      for (const entry of entries) numbers.add(entry);
      const last = entries.at(-1);
      if (last === undefined) break;
      after = last;
    }
    this.#next = null;
    this.#numbers = numbers;
    this.#revision = revision;
    this.onAdded();
  }

  /** Also when another instance has come, which may have changed the list already. */
  async lookQuietly(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'the do-not-look-up list could not be read anew');
    }
  }

  #schedule(): void {
    if (!this.#options.isShared || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      const looked = this.#rareLooks.isDue() ? this.lookQuietly() : Promise.resolve();
      void looked.finally(() => this.#schedule());
    }, LOOK_MS);
  }
}
