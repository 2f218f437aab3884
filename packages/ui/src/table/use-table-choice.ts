import { useState } from 'react';
import { storageKeys } from '../session/storage-keys.ts';
import { type Density, readChoice, type TableChoice } from './columns.ts';

/** Density and columns of one table, remembered for the person in this browser. `density` is the one it ships with. */
export function useTableChoice(
  name: string,
  density: Density = 'regular',
): [TableChoice, (choice: TableChoice) => void] {
  const key = storageKeys.table(name);
  const [choice, setChoice] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? { ...readChoice(null), density } : readChoice(stored);
  });
  const choose = (next: TableChoice): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setChoice(next);
  };
  return [choice, choose];
}
