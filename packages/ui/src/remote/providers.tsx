import { MantineProvider } from '@mantine/core';
import type { ConsoleSettings } from '@numscope/contracts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onSessionChange, currentSession } from '../session/session.ts';
import { SettingsContext } from '../settings/settings.tsx';
import { useShownScheme } from '../theme/colour-scheme.ts';
import { cssVariablesResolver, mantineTheme } from '../theme/mantine-theme.ts';
import { styleNonce } from '../theme/nonce.ts';

/** Everything that a remote's React tree needs around it. Each remote is its own React root. */
export function Providers({ client, settings, children }: { client: QueryClient; settings: ConsoleSettings; children: ReactNode }) {
  const scheme = useShownScheme();
  useEffect(
    () =>
      onSessionChange(() => {
        // Another person must not see what this one loaded.
        if (currentSession() === null) client.clear();
      }),
    [client],
  );
  return (
    <SettingsContext value={settings}>
      <QueryClientProvider client={client}>
        <MantineProvider
          theme={mantineTheme}
          cssVariablesResolver={cssVariablesResolver}
          forceColorScheme={scheme}
          getStyleNonce={styleNonce}
        >
          {children}
        </MantineProvider>
      </QueryClientProvider>
    </SettingsContext>
  );
}
