const IMPORTED = 'numscope:imported';

/** Tells every part of the console that profiles came in, wherever it is told how an import ended. */
export function noteImported(): void {
  window.dispatchEvent(new CustomEvent(IMPORTED));
}

/** For what shows profiles, or counts them. @returns to be called at the end */
export function onImported(listener: () => void): () => void {
  window.addEventListener(IMPORTED, listener);
  return () => window.removeEventListener(IMPORTED, listener);
}
