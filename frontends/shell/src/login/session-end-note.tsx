import { lastSessionEnd, onSessionChange } from '@numscope/ui';
import { useSyncExternalStore } from 'react';
import { t } from '../texts/texts.ts';

/** Why one is at the login again; nothing for who has not been signed in, or has logged out here. */
export function SessionEndNote() {
  const end = useSyncExternalStore(onSessionChange, lastSessionEnd);
  return end === null ? null : <output>{t(`session${end}`)}</output>;
}
