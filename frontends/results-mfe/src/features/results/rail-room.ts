import { useMedia } from '@numscope/ui';
import { useState } from 'react';

/**
 * Whether there is room for saved searches and values left of the results; else they open in windows. Paper, which has its
 * own width and shows neither, changes nothing: what is made anew loses what somebody does in it.
 */
export function useRailRoom(): boolean {
  const fits = useMedia('(min-width: 1360px)');
  const printing = useMedia('print');
  const [onScreen, setOnScreen] = useState(fits);
  if (!printing && onScreen !== fits) setOnScreen(fits);
  return printing ? onScreen : fits;
}
