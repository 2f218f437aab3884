/** What a bus can never take, because it keeps no event of that size. Nothing that came with it is published. */
export class TooLargeEvents extends Error {
  /** By the id of each. */
  readonly reasons: ReadonlyMap<string, string>;

  /** @param reasons at least one */
  constructor(reasons: ReadonlyMap<string, string>) {
    super([...reasons.values()][0]);
    this.name = 'TooLargeEvents';
    this.reasons = reasons;
  }
}
