/** Why an event is not taken, and how large one of its topic may be. */
export interface TooLargeEvent {
  reason: string;
  mostBytes: number;
}

/** What a bus can never take, because it keeps no event of that size. Nothing that came with it is published. */
export class TooLargeEvents extends Error {
  /** Keyed by the event's id. */
  readonly faults: ReadonlyMap<string, TooLargeEvent>;

  /** @param faults at least one */
  constructor(faults: ReadonlyMap<string, TooLargeEvent>) {
    super([...faults.values()][0]?.reason);
    this.name = 'TooLargeEvents';
    this.faults = faults;
  }
}
