import { useEffect } from 'react';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Ctrl K (or Cmd K) everywhere, `?` where nobody types. */
export function useShortcuts({ palette, help }: { palette: () => void; help: () => void }): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette();
      } else if (event.key === '?' && !typing(event.target) && document.querySelector('dialog[open]') === null) {
        event.preventDefault();
        help();
      }
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [palette, help]);
}
