import { limits } from '@numscope/contracts/constants';
import { useMedia } from './use-media.ts';

/** Whether the page is as narrow as a phone's. */
export const useNarrow = (): boolean => useMedia(`(max-width: ${limits.mobileBreakpointPx}px)`);
