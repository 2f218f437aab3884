import { createRequire } from 'node:module';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fakeBrowser } from './browser.ts';

type Store = (subscribe: (changed: () => void) => () => void, now: () => unknown, atServer?: () => unknown) => unknown;

// No server renders the console, so its stores do not say what they are there: what they are in the page. A test imports this
// file before all that takes React, and runs in a process where all others do (@first).
const react: { useSyncExternalStore: Store } = createRequire(import.meta.url)('react');
const { useSyncExternalStore } = react;
react.useSyncExternalStore = (subscribe, now) => useSyncExternalStore(subscribe, now, now);

/** Components as they come to be at a path of the console, where nobody is signed in. */
export function markupOf(node: ReactNode, path = '/'): string {
  fakeBrowser();
  Object.defineProperty(globalThis, 'location', { value: new URL(path, 'http://localhost'), configurable: true });
  return renderToStaticMarkup(node);
}

/** What is read of them, each element on a line. */
export const wordsOf = (node: ReactNode, path = '/'): string =>
  markupOf(node, path)
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\n+/g, '\n')
    .trim();
