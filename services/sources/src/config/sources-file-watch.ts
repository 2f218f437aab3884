import { basename } from 'node:path';
import type { SourcesFileState } from '@numscope/contracts';
import { reasonOf, SettingsError } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';
import { takeSources } from '../commands/take-sources.ts';
import type { SourcesSettings } from '../settings.ts';
import { ABSENT, loadSourcesFile, stampOf } from './load-sources-file.ts';

/** Looked at so often; a file is taken once it stood still from one look to the next. */
const LOOK_MS = 1000;
const UNKNOWN = 'unknown';

/** Takes the sources file again whenever it changes: all of it or, with faults, nothing. */
export class SourcesFileWatch {
  readonly #context: AskingContext;
  readonly #settings: SourcesSettings;
  state: SourcesFileState;
  /** What was taken, or has faults. */
  #known: string;
  #seen: string;
  /** What kept it from being taken at the last look, so that it is told once. */
  #hindrance: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param stamp - of the file as it was read at the start */
  constructor(context: AskingContext, settings: SourcesSettings, stamp: string) {
    this.#context = context;
    this.#settings = settings;
    this.#known = stamp;
    this.#seen = stamp;
    this.state = {
      name: basename(settings.sourcesFile),
      takenAt: stamp === ABSENT ? null : context.kit.clock.now(),
      faults: [],
      faultsAt: null,
      warnings: this.#warned(),
    };
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.start());
    }, LOOK_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** What works but had better be otherwise, of what is asked by now. */
  #warned(): string[] {
    const { warnings } = this.#context.bound;
    if (warnings.length > 0)
      this.#context.kit.log.warn(
        { file: basename(this.#settings.sourcesFile), warnings },
        'the sources file could be better',
      );
    return warnings;
  }

  async #look(): Promise<void> {
    const stamp = await stampOf(this.#settings.sourcesFile);
    const isStill = stamp === this.#seen;
    this.#seen = stamp;
    if (!isStill || stamp === this.#known) return;
    this.#known = stamp;
    const at = this.#context.kit.clock.now();
    let isRead = false;
    try {
      if (stamp === ABSENT) throw new SettingsError([`${this.state.name}: is not there any more`]);
      const { sourcesFile: path, sandbox, env } = this.#settings;
      const bound = loadSourcesFile({ path, sandbox, env });
      isRead = true;
      await takeSources(this.#context, bound);
      this.state = { ...this.state, takenAt: at, faults: [], faultsAt: null, warnings: this.#warned() };
      this.#hindrance = null;
      this.#context.kit.log.info({ file: this.state.name }, 'the sources file has changed and was taken');
    } catch (error) {
      if (error instanceof SettingsError) this.#refuse(error.faults, at);
      else this.#tryAgain(reasonOf(error), isRead ? null : at);
    }
  }

  #refuse(faults: readonly string[], at: number): void {
    this.state = { ...this.state, faults: [...faults], faultsAt: at };
    this.#hindrance = null;
    this.#context.kit.log.error(
      { file: this.state.name, faults },
      'the sources file has changed and has faults; nothing of it was taken',
    );
  }

  /**
   * What passes says nothing of what the file says: the store is away, the disk is full.
   * @param unreadAt when the file itself could not be read, which is shown; else null
   */
  #tryAgain(reason: string, unreadAt: number | null): void {
    this.#known = UNKNOWN;
    if (reason === this.#hindrance) return;
    this.#hindrance = reason;
    if (unreadAt !== null) this.state = { ...this.state, faults: [reason], faultsAt: unreadAt };
    this.#context.kit.log.error(
      { file: this.state.name, reason },
      'the sources file has changed and could not be taken; it is tried again',
    );
  }
}
