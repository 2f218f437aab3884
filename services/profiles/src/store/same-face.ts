import type { FaceVerdict, SaidOfFaces } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';

export interface PhonePair {
  phone: string;
  other: string;
}

/** The newest verdicts of a pair that are shown. */
export const MOST_VERDICTS = 100;

/** A pair in one order, whichever of the two is asked about. */
export const sortedPair = ({ phone, other }: PhonePair): { low: string; high: string } =>
  Number(phone) < Number(other) ? { low: phone, high: other } : { low: other, high: phone };

/** What people said about the faces of two numbers. */
export interface SameFaceStore {
  /** Keeps what somebody says about the faces of two numbers. False: one of them has no profile, and nothing is kept. */
  judgeFaces(pair: PhonePair, said: FaceVerdict, audit: OutgoingEvent | null): Promise<boolean>;
  /** What was said about the faces of a number and each of others, newest first. It goes with either profile. */
  faceVerdicts(phone: string, others: readonly string[]): Promise<Map<string, FaceVerdict[]>>;
  /** Numbers of which it stands that their faces are, or are not, of the same person; what was said last first. */
  judgedNumbers(phone: string, limit: number): Promise<string[]>;
  /** All that was said about the faces of a number and others, newest first. */
  saidOfFaces(phone: string): Promise<SaidOfFaces[]>;
}
