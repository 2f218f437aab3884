import type { Profile } from '@numscope/contracts';
import { type Criteria, currentSession, type SaidPurpose } from '@numscope/ui';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { FoundTotal } from '../../domain/found-total.ts';
import { printNow } from './print-now.ts';
import { PrintSheet } from './print-sheet.tsx';

/**
 * Prints profiles on a page of their own; what is on the screen stays as it is.
 * @param criteria of the search that found them
 * @param total of how many they are the first; absent: they are all
 */
export function printProfiles(
  profiles: readonly Profile[],
  criteria: Criteria,
  { purpose }: SaidPurpose,
  total: FoundTotal = { count: profiles.length, atLeast: false },
): void {
  const place = document.createElement('div');
  place.className = 'rs-paper';
  document.body.append(place);
  document.body.dataset['paper'] = '';
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <PrintSheet
        profiles={profiles}
        total={total}
        criteria={criteria}
        purpose={purpose}
        user={currentSession()?.userName ?? ''}
        at={Date.now()}
      />,
    ),
  );
  printNow(() => {
    root.unmount();
    place.remove();
    delete document.body.dataset['paper'];
  });
}
