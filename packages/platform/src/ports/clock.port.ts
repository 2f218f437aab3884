/** Milliseconds since the epoch; a port so that schedules and quotas can be tested on any day. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
