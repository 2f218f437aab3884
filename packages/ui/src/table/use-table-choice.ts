import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { storageKeys } from '../session/storage-keys.ts';
import { type Density, readChoice, type TableChoice } from './table-choice.ts';

/**
 * How a person wants one table: columns, their widths and order, row height, rows of a page. Remembered for each person
 * of this browser. `density` is the one that the table ships with.
 */
export function useTableChoice(
  name: string,
  density: Density = 'regular',
): [TableChoice, (choice: TableChoice) => void] {
  const key = storageKeys.table(name, useSession()?.userName ?? '');
  const [chosen, setChosen] = useState<{ key: string; choice: TableChoice }>();
  const choice = chosen?.key === key ? chosen.choice : storedChoice(key, density);
  const choose = (next: TableChoice): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setChosen({ key, choice: next });
  };
  return [choice, choose];
}

function storedChoice(key: string, density: Density): TableChoice {
  const stored = localStorage.getItem(key);
  return stored === null ? { ...readChoice(null), density } : readChoice(stored);
}
