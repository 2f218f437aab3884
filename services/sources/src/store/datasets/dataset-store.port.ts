/** One row of an imported file: the number it is about, and the row as JSON. */
export interface DatasetRow {
  phone: string;
  row: string;
}

/** Look-up tables made from the operator's files. They can be rebuilt from those at any time. */
export interface DatasetStore {
  /** Of the file whose rows answer; null: none do. */
  fingerprintOf(dataset: string): Promise<string | null>;
  /**
   * Begins an import unless the file with this fingerprint stands there whole already. Null then; else the number that
   * its rows carry until it is finished. Any other import of it is over and what that left is dropped; the former content
   * goes on answering.
   */
  begin(dataset: string, fingerprint: string): Promise<number | null>;
  /** @throws Error when its import is over */
  add(generation: number, rows: DatasetRow[]): Promise<void>;
  /** From now on these rows answer, and the former ones go. @throws Error when its import is over */
  finish(dataset: string, generation: number, fingerprint: string): Promise<void>;
  /** The rows about these numbers, in the order of the file. */
  find(dataset: string, phones: string[]): Promise<DatasetRow[]>;
  close(): Promise<void>;
}
