/** When a source may be called next. Times in milliseconds of one steady clock. */
export interface CallPace {
  /** How long until a call may begin, or until it is worth asking again; 0 when now. */
  wait(now: number): number;
  /** Counts a call that begins now. */
  count(now: number): void;
}
