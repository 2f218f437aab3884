import { currentSession, storageKeys } from '@numscope/ui';
import { useSyncExternalStore } from 'react';

const CHANGED = 'storage';
const OFF = 'off';

const ownKey = (): string => storageKeys.plainKeys(currentSession()?.userName ?? '');

/**
 * Whether keys without Ctrl are shortcuts. Kept in this browser for each person: who speaks to the machine, or brushes keys, turns
 * them off.
 */
export const arePlainKeysOn = (): boolean => localStorage.getItem(ownKey()) !== OFF;

export function setPlainKeys(on: boolean): void {
  if (on) localStorage.removeItem(ownKey());
  else localStorage.setItem(ownKey(), OFF);
  // Other windows hear it by themselves.
  window.dispatchEvent(new Event(CHANGED));
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
};

export const usePlainKeys = (): boolean => useSyncExternalStore(subscribe, arePlainKeysOn);
