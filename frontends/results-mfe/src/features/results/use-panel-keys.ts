import type { Profile } from '@numscope/contracts';
import { useEffect } from 'react';

const busy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="menu"], [role="tablist"], dialog[open], tr') !== null;

/** With the panel open the arrow keys show the next and the previous profile, wherever the focus is but in a field. A focused row does it itself. */
export function usePanelKeys(rows: readonly Profile[], openPhone: string, onOpen: (profile: Profile) => void): void {
  useEffect(() => {
    if (openPhone === '') return;
    const key = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || busy(event.target)) return;
      const next = rows[rows.findIndex((profile) => profile.phone === openPhone) + step];
      if (next === undefined) return;
      event.preventDefault();
      onOpen(next);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  });
}
