/** That a user agreed to the operator's notice about face search, by the text's hash. Times in milliseconds. */
export interface Agreement {
  userId: string;
  userName: string;
  hash: string;
  at: number;
}

/** What is kept of who searches by faces, for all instances. */
export interface SearcherStore {
  /**
   * Counts one search of a user, unless `most` were counted after `since`.
   * @returns null when it counts; else when the oldest of those was
   */
  countSearch(userId: string, now: number, since: number, most: number): Promise<number | null>;
  agree(agreement: Agreement): Promise<void>;
  hasAgreed(userId: string, hash: string): Promise<boolean>;
}
