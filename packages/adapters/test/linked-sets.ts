import type { SetsLink, SetsMessage } from '../src/embedded/search/sets-link.ts';

/** Links of one thread: what one says the others hear at once. */
export function linksInOneThread(): () => SetsLink {
  const listeners = new Map<SetsLink, (message: SetsMessage) => void>();
  return () => {
    const link: SetsLink = {
      say: (message) => listeners.forEach((listener, other) => other !== link && listener(structuredClone(message))),
      hear: (listener) => void listeners.set(link, listener),
      close: () => void listeners.delete(link),
    };
    return link;
  };
}
