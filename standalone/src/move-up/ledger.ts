import type { Cursor } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import type { Line } from './line.ts';

/** Files that the records name and of which the folder has nothing more, or only the beginning: they cannot come. */
export interface Lost {
  count: number;
  /** Some of their keys. */
  some: string[];
}

/** Where a move leads to beside the records, with no word by which one gets in. */
export interface Places {
  bucket: string;
  index: string;
  /** The name of the log that its events go to. */
  log: string;
}

/** Places are absent where a version before began it, which noted none. */
interface BegunMove extends Partial<Places> {
  _id: 'move';
  /** The installation that moves, and its state when the move began. */
  installation: string;
  state: string;
  begun: Date;
}

/** A finished move, with what was counted at its end. */
export interface FinishedMove extends BegunMove {
  finished: Date;
  lines: Line[];
  /** Absent where a version before moved it: it ended only where nothing was lost. */
  lost?: Lost;
}

type MoveDocument = (BegunMove & { finished?: undefined }) | FinishedMove;

interface PartDocument {
  _id: string;
  cursor: Cursor | null;
  done: number;
  ended: boolean;
}

export type Part = Omit<PartDocument, '_id'>;

const PAGE = 500;

const NOTHING: Part = { cursor: null, done: 0, ended: false };

/** How far a move is, kept where it leads to: whoever begins it again goes on there. */
export class Ledger {
  readonly #moves;
  readonly #parts;
  readonly #files;

  constructor(connection: Connection) {
    this.#moves = connection.collection<MoveDocument>('moves');
    this.#parts = connection.collection<PartDocument>('parts');
    this.#files = connection.collection<{ _id: string }>('files');
  }

  move(): Promise<MoveDocument | null> {
    return this.#moves.findOne({ _id: 'move' });
  }

  /** Begins a move from the start, whatever was noted before. */
  async begin(installation: string, state: string, places: Places): Promise<void> {
    await this.#parts.deleteMany({});
    await this.#files.deleteMany({});
    const move = { installation, state, ...places, begun: new Date() };
    await this.#moves.replaceOne({ _id: 'move' }, move, { upsert: true });
  }

  async part(name: string): Promise<Part> {
    const known = await this.#parts.findOne({ _id: name });
    return known ?? NOTHING;
  }

  async note(name: string, { cursor, done, ended }: Part): Promise<void> {
    await this.#parts.replaceOne({ _id: name }, { cursor, done, ended }, { upsert: true });
  }

  /** These files are about to be put into the bucket, where nobody had one when the move began. */
  async noteFiles(keys: readonly string[]): Promise<void> {
    const operations = keys.map((_id) => ({ replaceOne: { filter: { _id }, replacement: {}, upsert: true } }));
    if (operations.length > 0) await this.#files.bulkWrite(operations, { ordered: false });
  }

  /** Noted files in order of their keys, some hundred of them; empty behind the last. */
  async filesAfter(key: string): Promise<string[]> {
    const found = await this.#files
      .find({ _id: { $gt: key } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** What has come is not what was there: the next run begins anew. */
  async spoil(): Promise<void> {
    await this.#moves.updateOne({ _id: 'move' }, { $set: { state: 'it differs' } });
  }

  async finish(lines: Line[], lost: Lost): Promise<void> {
    await this.#moves.updateOne({ _id: 'move' }, { $set: { finished: new Date(), lines, lost } });
    await this.#files.deleteMany({});
  }
}
