/** The same calls, answered at once: so they run in the store's thread. */
export type AtOnce<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : T[K];
};
