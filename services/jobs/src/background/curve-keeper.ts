import { afterSight, type PassCurve } from '../domain/pass-curve.ts';
import { code, finalIn } from '../domain/phone-status.ts';
import type { JobStore, Running } from '../store/job-store.port.ts';

/** How often curves are written, also where nothing has changed: so a gap tells that nobody looked. */
const WRITE_MS = 1000;
const LEVEL_MS = 10_000;
/** Answers to what was handed out before a halt come soon after it. */
const AFTER_HALT_MS = 15_000;

interface Kept {
  id: string;
  pass: number;
  curve: PassCurve | null;
  writtenAt: number;
  /** When it was last seen to run. */
  ranAt: number;
}

interface CurveKeeperDeps {
  store: Pick<JobStore, 'curveOf' | 'keepCurve' | 'find' | 'isLeader'>;
  /** The sources whose quota is waited for now, as far as was heard. */
  waiting(): readonly string[];
}

/** Keeps how the passes of running jobs get on: looks with each round of the dispatcher, and writes once a second at most. */
export class CurveKeeper {
  readonly #deps: CurveKeeperDeps;
  readonly #kept = new Map<number, Kept>();

  constructor(deps: CurveKeeperDeps) {
    this.#deps = deps;
  }

  /**
   * All running jobs, as they were read at `now` or a little later. Of several processes one keeps the curves: the one
   * that leads.
   */
  async see(running: readonly Running[], now: number): Promise<void> {
    if (!(this.#deps.store.isLeader ?? true)) {
      this.#kept.clear();
      return;
    }
    for (const { key, id, pass, main, found, final, waiting } of running) {
      if (main) continue;
      const kept = await this.#keptOf(key, id, pass);
      kept.ranAt = now;
      await this.#look(key, kept, now, found, final, waiting > 0);
    }
    for (const [key, kept] of this.#kept) if (kept.ranAt !== now) await this.#seeHalted(key, kept, now);
  }

  async #keptOf(key: number, id: string, pass: number): Promise<Kept> {
    const known = this.#kept.get(key);
    if (known?.pass === pass) return known;
    const curve = await this.#deps.store.curveOf(key, pass);
    const kept = { id, pass, curve, writtenAt: Number.NEGATIVE_INFINITY, ranAt: 0 };
    this.#kept.set(key, kept);
    return kept;
  }

  async #seeHalted(key: number, kept: Kept, now: number): Promise<void> {
    const job = await this.#deps.store.find(kept.id);
    if (job?.pass === kept.pass && now - kept.ranAt < AFTER_HALT_MS)
      return this.#look(key, kept, now, job.tally[code.FOUND], finalIn(job.tally), false);
    this.#kept.delete(key);
    if (job?.pass === kept.pass) await this.#write(key, kept, now);
  }

  async #look(key: number, kept: Kept, at: number, found: number, answered: number, waits: boolean): Promise<void> {
    const before = kept.curve;
    kept.curve = afterSight(before, { at, found, answered, waitsFor: waits ? this.#deps.waiting() : null });
    const since = at - kept.writtenAt;
    const isLevel = kept.curve.points === before?.points && kept.curve.stretches.length === before.stretches.length;
    if (since >= (isLevel ? LEVEL_MS : Math.max(WRITE_MS, kept.curve.width / 2))) await this.#write(key, kept, at);
  }

  async #write(key: number, kept: Kept, at: number): Promise<void> {
    if (!kept.curve) return;
    await this.#deps.store.keepCurve(key, kept.pass, kept.curve);
    kept.writtenAt = at;
  }
}
