import type { ConsoleSettings } from '@numscope/contracts';
import { createContext, useContext } from 'react';
import { callApi } from '../net/call-api.ts';

/** Until the server has said otherwise. */
const defaultSettings: ConsoleSettings = {
  productName: 'Numscope',
  version: '',
  sandbox: false,
  languages: ['en'],
  mainJobStoppable: false,
  requirePurpose: false,
};

/**
 * What the console must know before anybody is signed in. A console without them still works, so a failure gives the
 * defaults.
 */
export async function loadSettings(): Promise<ConsoleSettings> {
  try {
    return await callApi('consoleSettings', {}, { quiet: true });
  } catch {
    return defaultSettings;
  }
}

export const SettingsContext = createContext<ConsoleSettings>(defaultSettings);
export const useSettings = (): ConsoleSettings => useContext(SettingsContext);
