/**
 * One answer, or fault, for all who ask while it is on its way and until `ms` milliseconds after it came. Whoever asks in the
 * second half of that time has it asked for anew but does not wait: of many who keep asking, only the first waits.
 */
export function sharedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  let isAgeing = false;
  let coming: Promise<T> | null = null;

  function renew(): Promise<T> {
    if (coming) return coming;
    const asked = ask();
    const keep = (): void => {
      kept = asked;
      isAgeing = false;
      coming = null;
      const ifStillKept =
        (then: () => void): (() => void) =>
        (): void => {
          if (kept === asked) then();
        };
      setTimeout(
        ifStillKept(() => (isAgeing = true)),
        ms / 2,
      ).unref();
      setTimeout(
        ifStillKept(() => (kept = null)),
        ms,
      ).unref();
    };
    coming = asked;
    asked.then(keep, keep);
    return asked;
  }

  return () => {
    if (isAgeing) void renew();
    return kept ?? renew();
  };
}
