import { useState } from 'react';
import { storageKeys } from '../session/storage-keys.ts';
import { readChoice, type TableChoice } from './columns.ts';

/** Density and columns of one table, remembered for the person in this browser. */
export function useTableChoice(name: string): [TableChoice, (choice: TableChoice) => void] {
  const key = storageKeys.table(name);
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(key)));
  const choose = (next: TableChoice): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setChoice(next);
  };
  return [choice, choose];
}
