/** A running job that wants phones looked up. */
export interface Wanting {
  key: number;
  priority: boolean;
  /** Phones not handed out yet. */
  pending: number;
  /** Phones handed out and not answered yet. */
  sent: number;
}

export interface Share {
  key: number;
  phones: number;
}

export interface Window {
  /** Most phones of one lane handed out at once. */
  size: number;
  /** Most phones in one share. */
  chunk: number;
}

/**
 * Who may have how many more phones handed out now. While a priority job waits for phones, regular jobs get none. Jobs of one lane share its
 * window: the next chunk goes to whoever has the fewest out, and each may always have its equal share out, so that neither many jobs nor
 * a stuck one starve anybody.
 */
export function fairShares(jobs: readonly Wanting[], window: Window): Share[] {
  const waiting = jobs.filter((job) => job.pending > 0);
  const priority = waiting.some((job) => job.priority);
  const lane = waiting.filter((job) => job.priority === priority).map((job) => ({ ...job, given: 0 }));
  let free = window.size - jobs.filter((job) => job.priority === priority).reduce((sum, job) => sum + job.sent, 0);
  const each = Math.max(1, Math.floor(window.size / Math.max(1, lane.length)));
  const shares: Share[] = [];
  while (lane.length > 0) {
    lane.sort((a, b) => a.sent + a.given - (b.sent + b.given) || a.key - b.key);
    const [next] = lane;
    if (!next) break;
    const out = next.sent + next.given;
    // Below its equal share a job gets phones even from a full window, which shrinks back by itself as others are answered.
    const room = Math.max(free, each - out);
    const phones = Math.min(window.chunk, room, next.pending - next.given);
    if (phones <= 0) {
      lane.shift();
      continue;
    }
    next.given += phones;
    free -= phones;
    shares.push({ key: next.key, phones });
  }
  return shares;
}
