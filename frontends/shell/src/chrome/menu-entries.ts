import type { Module, Screen } from '@numscope/contracts';
import { screenAt } from '@numscope/contracts/constants';
import { decideRoute, homeOf, offeredScreens } from '@numscope/ui/session/routes.ts';
import { isAdmin, type Session } from '@numscope/ui/session/token.ts';
import { t } from '../texts/texts.ts';

export interface Entry {
  label: string;
  to: string;
  title: Screen['title'];
}

const entries = (session: Session | null, menu: Screen['menu']): Entry[] =>
  offeredScreens(session, menu).map(({ path, title }) => ({ label: t(title), to: path, title }));

/** The main menu: administrators see only Jobs, users the Search Dashboard. What a person's modules lack is hidden. */
export const mainEntries = (session: Session | null): Entry[] => entries(session, 'main');

/** What to do about a module that a person lacks: an administrator can do it alone. */
export const moduleAdvice = (session: Session | null, module: Module): string =>
  t(isAdmin(session) ? 'giveModule' : 'needsModule', { module });

/** The main menu as it is shown: where modules leave nothing of it, what to do about that. */
export function shownEntries(session: Session | null): Entry[] {
  const home = homeOf(session);
  const decision = decideRoute(home, session);
  if (decision.kind !== 'no-module') return mainEntries(session);
  const label = moduleAdvice(session, decision.module);
  return [
    isAdmin(session)
      ? { label, to: '/ext/users', title: 'userManagement' }
      : { label, to: home, title: 'searchDashboard' },
  ];
}

/** The entries of the person's own menu, above Logout. */
export const personalEntries = (session: Session | null): Entry[] => entries(session, 'personal');

/** All screens that can be gone to by name. */
export const allEntries = (session: Session | null): Entry[] => [
  ...mainEntries(session),
  ...entries(session, 'palette'),
  ...personalEntries(session),
];

/** Whether the entry is that of the screen which is open, or of the one that it belongs to. */
export function isHere(entry: Entry, pathname: string): boolean {
  const screen = screenAt(pathname);
  return entry.to === screen?.path || entry.to === screen?.within;
}
