/**
 * Loaded before everything else of a process, by fast-clock.ts: there it is later, and the time of day goes
 * faster. A date is made of one value there, not of its parts.
 */
const { CLOCK_SPEED, CLOCK_SINCE } = process.env;
const speed = Number(CLOCK_SPEED);
const since = Number(CLOCK_SINCE);
const Real = Date;
const now = (): number => Math.floor(since + (Real.now() - since) * speed);

globalThis.Date = class extends Real {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? now() : given[0]);
  }
  static override now(): number {
    return now();
  }
} as DateConstructor;
