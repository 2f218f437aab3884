import { navigate, type useSession } from '@numscope/ui';
import { useEffect, useRef } from 'react';
import { arePlainKeysOn } from '../palette/plain-keys.ts';
import { allEntries, type Entry } from './menu-entries.ts';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Where `G` and a letter lead: to the first of these screens that the person is offered. */
const screensOf: Readonly<Record<string, readonly Entry['title'][]>> = {
  j: ['jobs'],
  r: ['results', 'searchDashboard'],
  a: ['auditTrail'],
};

/** Letters stand where they stand on a Latin keyboard, whatever the layout writes. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);

/** How long the letter after `G` may take, in milliseconds. */
const LETTER_MS = 1500;

const SEARCH_FIELD = 'search input:not([type=checkbox]), [role=search] input, input[type=search]';

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>(SEARCH_FIELD)].find((one) => one.checkVisibility());
  field?.focus();
  return field !== undefined;
}

interface Shortcuts {
  session: ReturnType<typeof useSession>;
  palette: () => void;
  help: () => void;
}

/** Ctrl K (or Cmd K) everywhere; `?`, `/` and `G` with a letter where nobody types, no dialog is open and the person has not turned them off. */
export function useShortcuts({ session, palette, help }: Shortcuts): void {
  const gone = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const goTo = (letter: string): boolean => {
      const titles = screensOf[letter] ?? [];
      const entry = allEntries(session).find(({ title }) => titles.includes(title));
      if (entry !== undefined) navigate(entry.to);
      return entry !== undefined;
    };
    const plain = (event: KeyboardEvent): boolean => {
      const letter = letterOf(event);
      const second = event.timeStamp - gone.current < LETTER_MS;
      gone.current = letter === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (second) return goTo(letter);
      if (event.key === '/') return focusSearch();
      if (event.key !== '?') return false;
      help();
      return true;
    };
    const key = (event: KeyboardEvent): void => {
      const command = event.ctrlKey || event.metaKey;
      if (command && !event.shiftKey && !event.altKey && letterOf(event) === 'k') {
        event.preventDefault();
        palette();
      } else if (command || event.altKey || typing(event.target)) return;
      else if (arePlainKeysOn() && document.querySelector('dialog[open]') === null && plain(event))
        event.preventDefault();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [session, palette, help]);
}
