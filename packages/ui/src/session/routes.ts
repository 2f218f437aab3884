import type { Module } from '@numscope/contracts';
import { type RemoteName, type Screen, screenAt, screens, withoutEndSlashes } from '@numscope/contracts/constants';
import { hasModule, isAdmin, type Session } from './token.ts';

export type Decision =
  | { kind: 'login' }
  | { kind: 'logout' }
  | { kind: 'redirect'; to: string }
  | { kind: 'remote'; remote: RemoteName }
  | { kind: 'no-module'; module: Module }
  | { kind: 'not-found' };

/** Without the slash at the end, so that `/ext/` is `/ext`. */
const plain = (path: string): string => (path.length > 1 ? withoutEndSlashes(path) || '/' : path);

/**
 * What a path leads to for this person. A signed-in person without the admin role is logged out by an admin route;
 * others go to the login.
 */
export function decideRoute(pathname: string, session: Session | null): Decision {
  const path = plain(pathname);
  if (path === '/') return { kind: 'redirect', to: homes.admin };
  if (path === '/login') return session === null ? { kind: 'login' } : { kind: 'redirect', to: homeOf(session) };
  if (path === '/logout') return { kind: 'logout' };
  const screen = screenAt(path);
  if (screen === undefined) return { kind: 'not-found' };
  if (screen.guarded && session === null) return { kind: 'redirect', to: '/login' };
  if (screen.guarded && !isAdmin(session)) return { kind: 'logout' };
  if (screen.module !== undefined && session !== null && !hasModule(session, screen.module)) {
    return { kind: 'no-module', module: screen.module };
  }
  return { kind: 'remote', remote: screen.remote };
}

/** What a menu offers this person, in the order of the table. */
export const offeredScreens = (session: Session | null, menu: Screen['menu']): Screen[] =>
  screens.filter(
    (screen) =>
      screen.menu === menu &&
      screen.guarded === isAdmin(session) &&
      (screen.module === undefined || session === null || hasModule(session, screen.module)),
  );

const homes = { admin: '/ext', user: '/int' } as const;

/** The landing route of a role. */
export const homeOf = (session: Session | null): string => (isAdmin(session) ? homes.admin : homes.user);

/** Whether it is the landing route of some role. */
export const isHome = (path: string): boolean => path === homes.admin || path === homes.user;

/** Where to go after the login: the remembered path if it fits the role's prefix, else the landing route. */
export function landingPath(session: Session, remembered: string | null): string {
  const home = homeOf(session);
  const path = remembered?.split(/[?#]/)[0] ?? '';
  return remembered !== null && (path === home || path.startsWith(`${home}/`)) ? remembered : home;
}
