/**
 * Loaded before everything else of a process, by fast-clock.ts: there it is later, or the time of day goes
 * faster. A date is made of one value there, not of its parts.
 */
const { CLOCK_SPEED = '1', CLOCK_SINCE = '0', CLOCK_AHEAD = '0' } = process.env;
const speed = Number(CLOCK_SPEED);
const since = Number(CLOCK_SINCE);
const ahead = Number(CLOCK_AHEAD);
const Real = Date;
const now = (): number => Math.floor(since + ahead + (Real.now() - since) * speed);

// Libraries know the class by its name.
globalThis.Date = class Date extends Real {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? now() : given[0]);
  }
  static override now(): number {
    return now();
  }
} as DateConstructor;
