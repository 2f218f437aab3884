import { useSyncExternalStore } from 'react';
import { storageKeys } from '../session/storage-keys.ts';

export const colourSchemes = ['auto', 'light', 'dark'] as const;
export type ColourScheme = (typeof colourSchemes)[number];

const CHANGED = 'numscope:colour-scheme';

/** The person's choice: light, dark, or as the system is. */
function colourScheme(): ColourScheme {
  const stored = localStorage.getItem(storageKeys.colourScheme);
  return colourSchemes.find((scheme) => scheme === stored) ?? 'auto';
}

const prefersDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** What is shown now. */
const shownScheme = (): 'light' | 'dark' => {
  const scheme = colourScheme();
  return scheme === 'auto' ? (prefersDark().matches ? 'dark' : 'light') : scheme;
};

/** Puts the scheme on the page, where the tokens look for it. */
function applyColourScheme(): void {
  document.documentElement.dataset['colourScheme'] = shownScheme();
}

export function setColourScheme(scheme: ColourScheme): void {
  localStorage.setItem(storageKeys.colourScheme, scheme);
  applyColourScheme();
  window.dispatchEvent(new CustomEvent(CHANGED));
}

/** Keeps the page in step with the system and with other tabs. */
export function watchColourScheme(): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key === storageKeys.colourScheme) changed();
  };
  const changed = (): void => {
    applyColourScheme();
    window.dispatchEvent(new CustomEvent(CHANGED));
  };
  const system = prefersDark();
  system.addEventListener('change', changed);
  window.addEventListener('storage', stored);
  applyColourScheme();
  return () => {
    system.removeEventListener('change', changed);
    window.removeEventListener('storage', stored);
  };
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
};

export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, colourScheme);
