import { homeOf } from '@numscope/ui/session/routes.ts';
import { isAdmin, type Session } from '@numscope/ui/session/token.ts';
import { t } from '../texts/texts.ts';

export interface Entry {
  label: string;
  to: string;
  /** Also marked as the present one below these paths. */
  covers: readonly string[];
}

/** The main menu: administrators see only Jobs, users the Search Dashboard. What a person's modules lack is hidden. */
export function mainEntries(session: Session | null): Entry[] {
  if (session !== null && !session.modules.includes('Profiler')) return [];
  if (isAdmin(session)) return [{ label: t('jobs'), to: '/ext', covers: ['/ext/jobs', '/ext/job/', '/ext/results'] }];
  return [{ label: t('searchDashboard'), to: '/int', covers: [] }];
}

/** The entries of the person's own menu, above Logout. */
export function personalEntries(session: Session | null): Entry[] {
  const audit = { label: t('auditTrail'), to: `${homeOf(session)}/audit`, covers: [] };
  if (!isAdmin(session)) return [audit];
  return [
    audit,
    { label: t('userManagement'), to: '/ext/users', covers: [] },
    { label: t('sources'), to: '/ext/sources', covers: [] },
    { label: t('system'), to: '/ext/system', covers: [] },
  ];
}

export const isHere = (entry: Entry, pathname: string): boolean =>
  pathname === entry.to || entry.covers.some((path) => pathname.startsWith(path));
