/** One row of an imported file: the number it is about, and the row as JSON. */
export interface DatasetRow {
  phone: string;
  row: string;
}

/** The rows about one number, in the order of the file; null: more than are taken of one. */
export interface FoundRows {
  phone: string;
  rows: string[] | null;
}

/** Look-up tables made from the operator's files. They can be rebuilt from those at any time. */
export interface DatasetStore {
  /** The fingerprint of the file whose rows answer; null: none has been imported. */
  fingerprintOf(dataset: string): Promise<string | null>;
  /**
   * Begins an import unless the file with this fingerprint stands there whole already. Null then; else the number that
   * its rows carry until it is finished. Any other import of it is over and what that left is dropped; the former content
   * goes on answering.
   */
  begin(dataset: string, fingerprint: string): Promise<number | null>;
  /** @throws Error when its import is over */
  add(generation: number, rows: DatasetRow[]): Promise<void>;
  /** Lets these rows answer, and removes the former ones. @throws Error when its import is over */
  finish(dataset: string, generation: number, fingerprint: string): Promise<void>;
  /**
   * Removes a piece of what stands there of any other dataset than these, and overwrites it.
   * @returns whether there may be more
   */
  dropOthers(datasets: string[]): Promise<boolean>;
  /** What stands there of these numbers, of each in its place. */
  find(dataset: string, phones: string[]): Promise<FoundRows[]>;
  close(): Promise<void>;
}
