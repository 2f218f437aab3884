import { useEffect } from 'react';
import { loadAhead, logOut } from './log-out.ts';

const leave = (): void => void logOut();

/** Logs out, for a part that offers it. */
export function useLogOut(): () => void {
  useEffect(loadAhead, []);
  return leave;
}
