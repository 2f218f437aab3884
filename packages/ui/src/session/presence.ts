/** A person who has touched nothing for this long counts as away. */
const AWAY_MS = 60_000;

let lastTouch: number | undefined;
const waiting = new Set<() => void>();
const touched = (): void => {
  lastTouch = Date.now();
  const told = [...waiting];
  waiting.clear();
  for (const tell of told) tell();
};

function watch(): number {
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(type, touched, { capture: true, passive: true });
  return Date.now();
}

/** Whether nobody has touched this page for a minute: what it asks then is its own doing, as a list that follows. */
export function nobodyThere(): boolean {
  lastTouch ??= watch();
  return Date.now() - lastTouch >= AWAY_MS;
}

/** Calls once, when somebody touches this page next. @returns gives it up */
export function onNextTouch(tell: () => void): () => void {
  lastTouch ??= watch();
  waiting.add(tell);
  return () => void waiting.delete(tell);
}
