import type { ConsoleSettings } from '@numscope/contracts';
import { createContext, useContext } from 'react';
import { settingsOfPage } from './settings-of-page.ts';

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
 * What the console must know before anybody is signed in: it stands in the page, or is asked for. A console without them still
 * works, so a failure gives the defaults.
 */
export async function loadSettings(): Promise<ConsoleSettings> {
  const given = settingsOfPage();
  if (given !== null) return given;
  try {
    const { callApi } = await import('../net/call-api.ts');
    return await callApi('consoleSettings', {}, { quiet: true });
  } catch {
    return defaultSettings;
  }
}

export const SettingsContext = createContext<ConsoleSettings>(defaultSettings);
export const useSettings = (): ConsoleSettings => useContext(SettingsContext);
