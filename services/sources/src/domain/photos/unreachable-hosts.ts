/** Failures in a row by which a host counts as away: a host that is there fails now and then, too. */
const SILENT_IN_A_ROW = 3;
const AWAY_MS = 30_000;

interface Silence {
  times: number;
  /** Until when nobody calls it; 0: not yet away. */
  until: number;
}

/**
 * Remembers which hosts do not answer, so that not everybody waits for them: one that was silent some times in a row is
 * left alone for half a minute, and called once then. Times are those of a steady clock, in milliseconds.
 */
export class UnreachableHosts {
  readonly #silences = new Map<string, Silence>();

  /** Whether the host may be called. One that is away may be called once after a while, by others only when it answered. */
  mayCall(host: string, now: number): boolean {
    const silence = this.#silences.get(host);
    if (silence === undefined || silence.until === 0) return true;
    if (now < silence.until) return false;
    silence.until = now + AWAY_MS;
    return true;
  }

  answered(host: string): void {
    this.#silences.delete(host);
  }

  silent(host: string, now: number): void {
    const silence = this.#silences.get(host) ?? { times: 0, until: 0 };
    silence.times++;
    if (silence.times >= SILENT_IN_A_ROW) silence.until = now + AWAY_MS;
    this.#silences.set(host, silence);
  }
}
