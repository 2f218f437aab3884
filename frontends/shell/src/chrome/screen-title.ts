import type { Decision } from '@numscope/ui/session/routes.ts';
import { t } from '../texts/texts.ts';

const titles: [prefix: string, key: Parameters<typeof t>[0]][] = [
  ['/ext/audit', 'auditTrail'],
  ['/int/audit', 'auditTrail'],
  ['/ext/users', 'userManagement'],
  ['/ext/sources', 'sources'],
  ['/ext/system', 'system'],
  ['/ext/results', 'results'],
  ['/ext', 'jobs'],
  ['/int', 'searchDashboard'],
];

/** What the window is called on a screen. */
export function screenTitle(decision: Decision, pathname: string): string {
  if (decision.kind === 'login') return t('signIn');
  if (decision.kind === 'not-found') return '404';
  const key = titles.find(([prefix]) => pathname.startsWith(prefix))?.[1];
  return key === undefined ? '' : t(key);
}
