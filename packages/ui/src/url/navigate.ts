const MOVED = 'numscope:moved';

/** Goes to a path of the console without loading the page. single-spa hears of it through the history it watches. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search + location.hash) return;
  if (options.replace === true) history.replaceState(history.state, '', to);
  else history.pushState(null, '', to);
  window.dispatchEvent(new CustomEvent(MOVED));
}

/** Tells of every change of the address, whoever made it. */
export function onNavigate(listener: () => void): () => void {
  window.addEventListener(MOVED, listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener(MOVED, listener);
    window.removeEventListener('popstate', listener);
  };
}
