import { useSyncExternalStore } from 'react';
import { onNavigate } from './navigate.ts';

const here = (): string => location.pathname + location.search;

/** Path and query of the page, live. */
export function useLocation(): { pathname: string; search: string; href: string } {
  const href = useSyncExternalStore(onNavigate, here);
  const at = href.indexOf('?');
  return { href, pathname: at < 0 ? href : href.slice(0, at), search: at < 0 ? '' : href.slice(at) };
}
