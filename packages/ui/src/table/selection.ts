/** Which rows are selected, over all pages; `anchor` is where a range with Shift begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const noSelection: Selection = { ids: new Set(), anchor: null };

/**
 * Selects or deselects a row; with Shift all rows between it and the one clicked before take its new state.
 * @param limit how many may be selected at once
 */
export function toggleRow(
  selection: Selection,
  id: string,
  page: readonly string[],
  shift: boolean,
  limit: number,
): Selection {
  const on = !selection.ids.has(id);
  const from = shift && selection.anchor !== null ? page.indexOf(selection.anchor) : -1;
  const to = page.indexOf(id);
  const range = from >= 0 && to >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  return { ids: withRows(selection.ids, range, on, limit), anchor: id };
}

/** Selects the whole page, or deselects it when all of it is selected. */
export function togglePage(selection: Selection, page: readonly string[], limit: number): Selection {
  const on = !page.every((id) => selection.ids.has(id));
  return { ids: withRows(selection.ids, page, on, limit), anchor: null };
}

function withRows(ids: ReadonlySet<string>, rows: readonly string[], on: boolean, limit: number): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of rows) {
    if (!on) next.delete(id);
    else if (next.size < limit) next.add(id);
  }
  return next;
}
