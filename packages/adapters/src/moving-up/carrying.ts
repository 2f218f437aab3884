import type { DatabaseSync } from 'node:sqlite';
import type { Connection } from 'mongoose';

/** A document on its way into a collection of the service's database. */
export interface Carried {
  into: string;
  document: { _id: string | number } & Record<string, unknown>;
}

/** Says where a walk stands; kept between two runs. */
export type Cursor = string | number;

/** Documents that belong together, and where to go on after them. */
export interface Step {
  cursor: Cursor;
  documents: Carried[];
}

/** Records of one kind: how rows of the service's SQLite file become documents of its MongoDB database. */
export interface Carrying {
  /** What an operator calls them. */
  entity: string;
  /** How many of them the file has. */
  total(): number;
  /** All in the same order, with the same documents, each time; after `after`, or from the first. */
  steps(after: Cursor | null): Iterable<Step>;
  /** How many of them a document stands for; one unless said. */
  countIn?(carried: Carried): number;
}

/** What a service knows of moving its records from its SQLite file into its MongoDB database. */
export interface MovingService {
  /** Its file in the data folder. */
  file: string;
  migrations: readonly string[];
  /** Declares the indexes, so that nothing that they forbid is ever written. */
  prepare(connection: Connection): Promise<void>;
  /** In the order in which they are to be carried. */
  carryings(db: DatabaseSync): Carrying[];
}
