import { pageEvent } from '../notify/page-event.ts';

const moved = pageEvent('moved');

/** Goes to a path of the console without loading the page. single-spa hears of it through the history it watches. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search + location.hash) return;
  if (options.replace === true) history.replaceState(history.state, '', to);
  else history.pushState(null, '', to);
  moved.tell();
}

/** Tells of every change of the address, whoever made it. */
export function onNavigate(listener: () => void): () => void {
  const stop = moved.hear(listener);
  window.addEventListener('popstate', listener);
  return () => {
    stop();
    window.removeEventListener('popstate', listener);
  };
}
