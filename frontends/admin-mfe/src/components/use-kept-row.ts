import { useState } from 'react';

/**
 * The row with this id as its list had it last: a form that is open on it stays, with what was typed, when the list loads again
 * and the row is gone or on another page. Undefined where the list never had it.
 */
export function useKeptRow<Row extends { id: string }>(id: string, rows: readonly Row[]): Row | undefined {
  const found = rows.find((row) => row.id === id);
  const [kept, setKept] = useState(found);
  if (found !== undefined && found !== kept) setKept(found);
  return found ?? (kept?.id === id ? kept : undefined);
}
