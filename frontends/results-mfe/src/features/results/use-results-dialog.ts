import { useState } from 'react';
import type { ResultsDialog } from './results-dialogs.tsx';

/** Which window is open. What comes to stand beside the list, as where a tablet is turned, is open in none any more. */
export function useResultsDialog(hasRoom: boolean) {
  const [kept, setDialog] = useState<ResultsDialog | null>(null);
  const isBeside = hasRoom && (kept === 'saved' || kept === 'facets');
  if (isBeside) setDialog(null);
  return [isBeside ? null : kept, setDialog] as const;
}
