import type { ConsoleSettings } from '@numscope/contracts';
import React, { type ComponentType } from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import { t } from '../i18n/texts.ts';
import { loadServerTexts } from '../server-texts/translate.ts';
import { CrashMark } from '../components/crash-mark.tsx';
import { currentSession, onSessionChange } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';

/** Where the shell wants a remote to appear. */
export const outletId = 'outlet';

export interface RemoteProps {
  settings: ConsoleSettings;
  /** The shell's outlet itself: it may not be on the page yet when a remote starts to load. */
  domElement?: HTMLElement;
}

/**
 * The single-spa lifecycles of a remote: its root inside the console's providers, in the shell's outlet.
 * @param component the name a person reads when it crashes
 * @param load texts and the like, before the first paint
 */
export function createRemote(
  component: string,
  Root: ComponentType,
  load: () => Promise<void>,
): ReactAppOrParcel<RemoteProps> {
  const client = createQueryClient();
  let shown = false;
  // Another person must not see what this one loaded. While it is shown, clearing would only load everything anew: that
  // waits until it goes.
  const forget = (): void => {
    if (!shown && currentSession() === null) client.clear();
  };
  onSessionChange(forget);
  function Remote({ settings }: RemoteProps) {
    return (
      <Providers client={client} settings={settings}>
        <ErrorBoundary component={component}>
          <Root />
        </ErrorBoundary>
      </Providers>
    );
  }
  const lifecycles = singleSpaReact<RemoteProps>({
    React,
    ReactDOMClient,
    rootComponent: Remote,
    renderType: 'createRoot',
    errorBoundary: () => <CrashMark component={component} />,
    domElementGetter: (props) => {
      const outlet = props.domElement ?? document.getElementById(outletId);
      if (outlet === null) throw new Error(`The page has no #${outletId}`);
      return outlet;
    },
  });
  return {
    ...lifecycles,
    bootstrap: async (props) => {
      await Promise.all([t.load(), loadServerTexts(), load()]);
      await lifecycles.bootstrap(props);
    },
    mount: async (props) => {
      shown = true;
      await lifecycles.mount(props);
    },
    unmount: async (props) => {
      await lifecycles.unmount(props);
      shown = false;
      forget();
    },
  };
}
