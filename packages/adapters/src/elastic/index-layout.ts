import { randomBytes } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { newId } from '@numscope/platform';
import { asked, askedOnce, isFault, isNotFound } from './elastic-faults.ts';
import { mappings, settings, SHAPE_VERSION, stateMappings, stateSettings } from './index-shape.ts';

/** The document of the state that names this place, where the lease of a rebuild names its holder. */
const IDENTITY = 'identity';

const two = (n: number): string => String(n).padStart(2, '0');

/** A time as it stands in an index's name, as 20260131235959. */
const stamp = (at: Date): string =>
  [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
    .map(two)
    .join('');

/**
 * The alias by which alone an index is written: once it is taken away or the index dropped, nothing writes to it or
 * makes it anew by mistake.
 */
export const writeAliasOf = (index: string): string => `${index}.write`;

/**
 * Which indices there are, and which of them is what:
 * - `<prefix>profiles`, an alias, is what is searched: one index at any time;
 * - each index that bears its own alias `<index>.write` is written: the one that is searched, and one that is being
 *   built;
 * - `<prefix>profiles.building`, an alias, marks the one that is being built. Whoever takes it away first decides what
 *   becomes of it.
 */
export class IndexLayout {
  readonly searched: string;
  readonly written: string;
  readonly state: string;
  readonly #building: string;
  readonly #client: Client;
  readonly #isOurs: (name: string) => boolean;

  /** @param prefix lower-case letters, digits, `-` and `_`, before the names of everything that is ours */
  constructor(client: Client, prefix: string) {
    if (!/^([a-z0-9][a-z0-9_-]*)?$/.test(prefix)) {
      throw new Error(
        `the prefix of index names must be lower-case letters, digits, - and _, and begin with a letter or digit: ${prefix}`,
      );
    }
    this.#client = client;
    this.searched = `${prefix}profiles`;
    this.written = `${this.searched}-*.write`;
    this.state = `${this.searched}.state`;
    this.#building = `${this.searched}.building`;
    const shape = new RegExp(`^${this.searched}-\\d{14}-[0-9a-f]{8}$`);
    this.#isOurs = (name) => shape.test(name);
  }

  /** Sees to it that processes can agree on who rebuilds. Safe for any number of them at once. */
  async ensureState(): Promise<void> {
    await this.#create(this.state, { settings: stateSettings, mappings: stateMappings });
  }

  /**
   * Sees to it that there is something to search and to write, unless it is being built or has yet to be: nothing empty
   * is searched in the place of what was lost. Safe for any number of processes at once.
   * @param isNew whether there is nothing that it could have held
   */
  async ensure(isNew: () => Promise<boolean>): Promise<void> {
    await this.ensureState();
    if ((await this.live()) !== null || (await this.#bearing(this.#building)).length > 0 || !(await isNew())) return;
    const first = `${this.searched}-${'0'.repeat(14)}-${'0'.repeat(8)}`;
    await this.#create(first, { mappings, settings, aliases: { [this.searched]: {}, [writeAliasOf(first)]: {} } });
  }

  /** What this place is called, whichever index is searched in it: given once, by whoever asks first. */
  async identity(): Promise<string> {
    await this.ensureState();
    for (;;) {
      const given = await this.#identity();
      if (given !== null) return given;
      await askedOnce('naming the index', async () => {
        try {
          await this.#client.index({ ...this.#identityAt(), document: { holder: newId() }, op_type: 'create' });
        } catch (error) {
          if (!isFault(error, 'version_conflict_engine_exception')) throw error;
        }
      });
    }
  }

  /** The indices that are written now. */
  async targets(): Promise<string[]> {
    return this.#bearing(this.written);
  }

  /** The index that is searched; null when there is none. */
  async live(): Promise<string | null> {
    return (await this.#bearing(this.searched))[0] ?? null;
  }

  /** The version of the shape that an index was made for. */
  async versionOf(index: string): Promise<number> {
    const answer = await asked('reading a mapping', () => this.#client.indices.getMapping({ index }));
    const { _meta: about } = answer[index]?.mappings ?? {};
    return Number(about?.['version'] ?? 0);
  }

  isOutdated = async (index: string): Promise<boolean> => (await this.versionOf(index)) < SHAPE_VERSION;

  /** A new index, empty and written from now on. */
  async begin(): Promise<string> {
    const name = `${this.searched}-${stamp(new Date())}-${randomBytes(4).toString('hex')}`;
    await this.#create(name, { mappings, settings, aliases: { [this.#building]: {}, [writeAliasOf(name)]: {} } });
    return name;
  }

  /**
   * From one moment to the next `index` is searched instead of what was; that is neither searched nor written any more.
   * @returns what was searched; null when the new one was not ours any more to put there
   */
  async swapIn(index: string): Promise<string[] | null> {
    const before = await this.#bearing(this.searched);
    const done = await this.#change([
      { remove: { index, alias: this.#building, must_exist: true } },
      ...before.flatMap((old): estypes.IndicesUpdateAliasesAction[] => [
        { remove: { index: old, alias: this.searched, must_exist: true } },
        { remove: { index: old, alias: writeAliasOf(old) } },
      ]),
      { add: { index, alias: this.searched } },
    ]);
    return done ? before : null;
  }

  /** Drops an index that was being built, unless it has been put to use in this very moment. */
  async giveUp(index: string): Promise<void> {
    if (await this.#change([{ remove: { index, alias: this.#building, must_exist: true } }])) await this.drop(index);
  }

  /** Drops what is not searched any more, and what rebuilds left behind that were killed. */
  async clean(): Promise<void> {
    for (const index of await this.#bearing(this.#building)) await this.giveUp(index);
    const all = await asked('listing indices', () => this.#client.indices.getAlias({ index: `${this.searched}-*` }));
    for (const [index, { aliases }] of Object.entries(all)) {
      if (!this.#isOurs(index) || aliases[this.searched] || aliases[this.#building]) continue;
      await this.drop(index);
    }
  }

  #identityAt(): { index: string; id: string } {
    return { index: this.state, id: IDENTITY };
  }

  async #identity(): Promise<string | null> {
    return asked('reading which index this is', async () => {
      try {
        const { _source: given } = await this.#client.get<Record<string, unknown>>(this.#identityAt());
        return String(given?.['holder']);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    });
  }

  /** The indices that bear an alias, itself or by a pattern. */
  async #bearing(name: string): Promise<string[]> {
    const answer = await asked('reading aliases', async () => {
      try {
        return await this.#client.indices.getAlias({ name });
      } catch (error) {
        if (isNotFound(error)) return {};
        throw error;
      }
    });
    return Object.keys(answer).filter(this.#isOurs).sort();
  }

  /** Creates an index; another process that creates the same name at the same time finds it there. */
  async #create(index: string, request: Omit<estypes.IndicesCreateRequest, 'index'>): Promise<void> {
    await asked('making an index', async () => {
      try {
        await this.#client.indices.create({ index, ...request });
      } catch (error) {
        if (!isFault(error, 'resource_already_exists_exception')) throw error;
      }
    });
  }

  /** All of it, or nothing because something was not as it must be. */
  async #change(actions: estypes.IndicesUpdateAliasesAction[]): Promise<boolean> {
    return askedOnce('changing aliases', async () => {
      try {
        await this.#client.indices.updateAliases({ actions });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    });
  }

  async drop(index: string): Promise<void> {
    await asked('dropping an index', () => this.#client.indices.delete({ index, ignore_unavailable: true }));
  }
}
