const SPARE = 12;

/** Which rows of a long list to make: those in sight and some spare. `last` is not among them; heights in pixels. */
export function rowsInSight(
  view: { top: number; height: number },
  rowHeight: number,
  count: number,
): { first: number; last: number } {
  const first = Math.max(0, Math.min(count, Math.floor(view.top / rowHeight) - SPARE));
  const last = Math.max(first, Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + SPARE));
  return { first, last };
}
