const PAUSE_MS = 5;

/** Milliseconds that one bare request takes after another, while `work` goes on; the 99th of a hundred. */
export async function p99While(work: Promise<unknown>, url: string, headers: Record<string, string> = {}): Promise<number> {
  const state = { over: false };
  const ended = work.finally(() => (state.over = true));
  const took: number[] = [];
  while (!state.over || took.length < 20) {
    const begun = performance.now();
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    took.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await ended;
  took.sort((a, b) => a - b);
  return Math.round(took[Math.floor(took.length * 0.99)] ?? 0);
}
