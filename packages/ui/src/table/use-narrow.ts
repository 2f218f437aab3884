import { limits } from '@numscope/contracts/constants';
import { useSyncExternalStore } from 'react';

const query = `(max-width: ${limits.mobileBreakpointPx}px)`;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the page is as narrow as a phone's. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
