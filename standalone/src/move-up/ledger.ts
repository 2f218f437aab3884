import type { Cursor } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import type { Line } from './line.ts';

interface MoveDocument {
  _id: 'move';
  /** Whose move it is, and how that was when the move began. */
  installation: string;
  state: string;
  begun: Date;
  /** What was found in the end, when all was there. */
  finished?: Date;
  lines?: Line[];
}

interface PartDocument {
  _id: string;
  cursor: Cursor | null;
  done: number;
  ended: boolean;
}

export type Part = Omit<PartDocument, '_id'>;

const NOTHING: Part = { cursor: null, done: 0, ended: false };

/** How far a move is, kept where it leads to: whoever begins it again goes on there. */
export class Ledger {
  readonly #moves;
  readonly #parts;

  constructor(connection: Connection) {
    this.#moves = connection.collection<MoveDocument>('moves');
    this.#parts = connection.collection<PartDocument>('parts');
  }

  move(): Promise<MoveDocument | null> {
    return this.#moves.findOne({ _id: 'move' });
  }

  /** From the beginning, whatever was noted before. */
  async begin(installation: string, state: string): Promise<void> {
    await this.#parts.deleteMany({});
    await this.#moves.replaceOne({ _id: 'move' }, { installation, state, begun: new Date() }, { upsert: true });
  }

  async part(name: string): Promise<Part> {
    const known = await this.#parts.findOne({ _id: name });
    return known ?? NOTHING;
  }

  async note(name: string, { cursor, done, ended }: Part): Promise<void> {
    await this.#parts.replaceOne({ _id: name }, { cursor, done, ended }, { upsert: true });
  }

  /** What has come is not what was there: the next run begins anew. */
  async spoil(): Promise<void> {
    await this.#moves.updateOne({ _id: 'move' }, { $set: { state: 'it differs' } });
  }

  async finish(lines: Line[]): Promise<void> {
    await this.#moves.updateOne({ _id: 'move' }, { $set: { finished: new Date(), lines } });
  }
}
