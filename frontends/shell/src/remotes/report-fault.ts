/** A page that is being left gets no more files, which Firefox tells it as a fault of each: so long after, it is gone. */
const LEAVING_MS = 250;

/**
 * Tells whoever looks into the browser's console why a part is not there.
 * @param isFile a file of it did not come: that is told only to a page that stays
 */
export function reportFault(error: Error, isFile: boolean): void {
  // One that is left, but kept by the browser for the way back, would go on to wait when it is shown again.
  const leave = (): void => clearTimeout(timer);
  const timer = setTimeout(
    () => {
      window.removeEventListener('pagehide', leave);
      reportError(error);
    },
    isFile ? LEAVING_MS : 0,
  );
  if (isFile) window.addEventListener('pagehide', leave, { once: true });
}
