/**
 * One answer, or fault, for all who ask while it is on its way and until `ms` milliseconds after it came.
 */
export function sharedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null;
  const forget = (): void => {
    shared = null;
  };
  return () => {
    shared ??= ask().finally(() => setTimeout(forget, ms).unref());
    return shared;
  };
}
