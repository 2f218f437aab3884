/** A job or a profile that was looked at. */
export interface Recent {
  path: string;
  /** As the window was called. */
  title: string;
}

const MOST = 8;
const BESIDE_PRODUCT = ' · ';

/** In memory alone: names and numbers of people are kept on no disk, and are gone with the session. */
let recents: readonly Recent[] = [];

/** The jobs and profiles of this window that were looked at last, the newest first. */
export const recentPlaces = (): readonly Recent[] => recents;

export const forgetPlaces = (): void => {
  recents = [];
};

/** The address of a job or a profile without what else it holds; null for other screens. */
export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  if (/^\/ext\/(?:job\/[^/]+|results\/(?:\+|%2B)\d+)$/i.test(pathname)) return pathname;
  const profile = new URLSearchParams(search).get('profile');
  return pathname !== '/int' || profile === null ? null : `/int?profile=${encodeURIComponent(profile)}`;
}

/** @param title what the window is called: the screen, and after it the product */
export function rememberPlace(place: string | null, title: string): void {
  const end = title.lastIndexOf(BESIDE_PRODUCT);
  if (place === null || end <= 0) return;
  const recent = { path: place, title: title.slice(0, end) };
  recents = [recent, ...recents.filter(({ path }) => path !== place)].slice(0, MOST);
}

/** Watches what the window is called, which follows its address. @returns what ends it */
export function watchPlaces(): () => void {
  const look = (): void => rememberPlace(placeOf(location), document.title);
  const watch = new MutationObserver(look);
  watch.observe(document.head, { childList: true, characterData: true, subtree: true });
  look();
  return () => watch.disconnect();
}
