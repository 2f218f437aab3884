import { type Session, isAdmin } from './token.ts';
import type { Module } from '@numscope/contracts';

export type RemoteName = 'jobs_mfe' | 'results_mfe' | 'admin_mfe';

interface Route {
  path: string;
  remote: RemoteName;
  /** Admin routes are guarded; those of the search dashboard are not, as the specification has it. */
  guarded: boolean;
  module?: Module;
}

/** Every screen below the login. `*` is one segment. */
export const routes: readonly Route[] = [
  { path: '/ext', remote: 'jobs_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/jobs', remote: 'jobs_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/job/*', remote: 'jobs_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/results', remote: 'results_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/results/print', remote: 'results_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/results/*', remote: 'results_mfe', guarded: true, module: 'Profiler' },
  { path: '/ext/audit', remote: 'admin_mfe', guarded: true },
  { path: '/ext/users', remote: 'admin_mfe', guarded: true },
  { path: '/ext/sources', remote: 'admin_mfe', guarded: true },
  { path: '/ext/system', remote: 'admin_mfe', guarded: true },
  { path: '/int', remote: 'results_mfe', guarded: false, module: 'Profiler' },
  { path: '/int/audit', remote: 'admin_mfe', guarded: false },
];

export type Decision =
  | { kind: 'login' }
  | { kind: 'logout' }
  | { kind: 'redirect'; to: string }
  | { kind: 'remote'; remote: RemoteName }
  | { kind: 'no-module'; module: Module }
  | { kind: 'not-found' };

/** Without the slash at the end, so that `/ext/` is `/ext`. */
const plain = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  return expected.length === given.length && expected.every((part, i) => (part === '*' ? given[i] !== '' : part === given[i]));
}

/**
 * What a path leads to for this person. A signed-in person without the admin role is logged out by an admin route; others go to the login.
 */
export function decideRoute(pathname: string, session: Session | null): Decision {
  const path = plain(pathname);
  if (path === '/') return { kind: 'redirect', to: '/ext' };
  if (path === '/login') return session === null ? { kind: 'login' } : { kind: 'redirect', to: homeOf(session) };
  if (path === '/logout') return { kind: 'logout' };
  const route = routes.find((candidate) => matches(candidate.path, path));
  if (route === undefined) return { kind: 'not-found' };
  if (route.guarded && session === null) return { kind: 'redirect', to: '/login' };
  if (route.guarded && !isAdmin(session)) return { kind: 'logout' };
  if (route.module !== undefined && session !== null && !session.modules.includes(route.module)) {
    return { kind: 'no-module', module: route.module };
  }
  return { kind: 'remote', remote: route.remote };
}

/** The landing route of a role. */
export const homeOf = (session: Session | null): string => (isAdmin(session) ? '/ext' : '/int');

/** Where to go after the login: the remembered path if it fits the role's prefix, else the landing route. */
export function landingPath(session: Session, remembered: string | null): string {
  const home = homeOf(session);
  const path = remembered?.split(/[?#]/)[0] ?? '';
  return remembered !== null && (path === home || path.startsWith(`${home}/`)) ? remembered : home;
}
