import { realtime } from '@numscope/ui';
import { useEffect } from 'react';
import { DeselectGone } from './deselect-gone.ts';

let isHeard = false;

/**
 * Takes a profile that is gone out of what is selected, from the first mount on for as long as the page is open, as the selection
 * is kept while other screens are looked at. Where the server names not each, or there was no connection, it is asked.
 */
export function useDeselectGone(): void {
  useEffect(() => {
    if (isHeard) return;
    isHeard = true;
    const gone = new DeselectGone();
    realtime().subscribe((message) => gone.hear(message));
    realtime().onReconnect(() => gone.missed());
  }, []);
}
