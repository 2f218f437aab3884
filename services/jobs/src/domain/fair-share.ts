/** A running job that wants phones looked up. */
export interface Wanting {
  key: number;
  priority: boolean;
  /** Phones not handed out yet. */
  pending: number;
  /** Phones handed out and not answered yet. */
  sent: number;
  /** Nothing of what was handed out came back for a while: its sources wait, for a quota perhaps. */
  stalled: boolean;
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

/** The shares of the jobs of one lane. */
function laneShares(jobs: readonly Wanting[], window: Window): Share[] {
  const lane = jobs.filter((job) => job.pending > 0).map((job) => ({ ...job, given: 0 }));
  let free = window.size - jobs.reduce((sum, job) => sum + job.sent, 0);
  const each = Math.max(1, Math.floor(window.size / Math.max(1, lane.length)));
  // Crumbs would cost an event each; what is out keeps the sources busy until there is room for more.
  const least = Math.min(window.chunk / 2, each);
  const shares: Share[] = [];
  while (lane.length > 0) {
    lane.sort((a, b) => a.sent + a.given - (b.sent + b.given) || a.key - b.key);
    const [next] = lane;
    if (!next) break;
    const rest = next.pending - next.given;
    // Below its equal share a job gets phones even from a full window, which shrinks back by itself as others are
    // answered.
    const phones = Math.min(window.chunk, Math.max(free, each - next.sent - next.given), rest);
    if (phones <= 0 || (phones < least && phones < rest)) {
      lane.shift();
      continue;
    }
    next.given += phones;
    free -= phones;
    shares.push({ key: next.key, phones });
  }
  return shares;
}

/**
 * Who may have how many more phones handed out now. While a priority job waits for phones, regular jobs get none,
 * unless its sources let it wait anyway. Jobs of one lane share its window: the next chunk goes to whoever has the
 * fewest out, and each may have its equal share out whatever the others do, so that neither many jobs nor a stuck one
 * starve anybody.
 */
export function fairShares(jobs: readonly Wanting[], window: Window): Share[] {
  const priority = jobs.filter((job) => job.priority);
  const urgent = priority.some((job) => job.pending > 0 && !job.stalled);
  const regular = urgent ? [] : jobs.filter((job) => !job.priority);
  return [...laneShares(priority, window), ...laneShares(regular, window)];
}
