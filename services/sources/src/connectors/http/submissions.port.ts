/** What a provider was handed and works on: by this it is asked on, also after a restart. */
export interface Submission {
  id: string;
  source: string;
  /** Numbers of the call that wait for its answer. */
  phones: string[];
  /** How many numbers the call was about. */
  size: number;
  account: string;
  at: number;
  /** For the placeholders of `poll.url`, by their names. */
  values: Readonly<Record<string, string>>;
  /** As the provider told when it took the numbers; null where it did not. */
  cost: number | null;
}

/** Numbers that somebody wants to hand in, or to ask on for. Times in milliseconds. */
export interface Claim {
  /** The id of the submission that is to come of it. */
  id: string;
  source: string;
  phones: string[];
  at: number;
  /** What was handed in before that is over. */
  since: number;
}

/** The caller's part; of the numbers in neither list somebody else who lives takes care. */
export interface Claimed {
  /** What was handed in already: to be asked on for. */
  submissions: Submission[];
  /** To be handed in, by nobody else meanwhile. */
  phones: string[];
}

/**
 * What is under way with providers, kept for good until the answers are: the observation that names its submission ends
 * it. A number is handed in by whoever claimed it first, and asked on for by one call at a time; what an instance that
 * died held is free again.
 */
export interface Submissions {
  claimNumbers(claim: Claim): Promise<Claimed>;
  /** In place of its claim; of numbers that are not claimed by its id any more nothing is kept. */
  keepSubmission(submission: Submission): Promise<void>;
  /** Others may go on: a claim is over, what was handed in may be asked on for. */
  letGo(held: Pick<Claim, 'id' | 'source' | 'phones'>): Promise<void>;
  /** Nobody asks any more for what was handed in so long ago. */
  forgetSubmissions(before: number): Promise<void>;
}
