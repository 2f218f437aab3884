import { screenAt } from '@numscope/contracts/constants';
import type { Decision } from '@numscope/ui/session/routes.ts';
import { t } from '../texts/texts.ts';

/** What the window is called on a screen. */
export function screenTitle(decision: Decision, pathname: string): string {
  if (decision.kind === 'login') return t('signIn');
  if (decision.kind === 'not-found') return '404';
  const title = screenAt(pathname)?.title;
  return title === undefined ? '' : t(title);
}
