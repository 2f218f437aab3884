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

/**
 * What is under way with providers, kept for good until the answers are: the observation that names its submission ends
 * it.
 */
export interface Submissions {
  /** For each of the numbers what was handed in last, if it was since then. */
  submissionsOf(source: string, phones: string[], since: number): Promise<Submission[]>;
  /** In place of what was handed in before of the same numbers. */
  keepSubmission(submission: Submission): Promise<void>;
  /** Nobody asks any more for what was handed in so long ago. */
  forgetSubmissions(before: number): Promise<void>;
}
