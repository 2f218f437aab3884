import type { ConsoleSettings } from '@numscope/contracts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SettingsContext } from '../settings/settings.tsx';

interface ProvidersProps {
  client: QueryClient;
  settings: ConsoleSettings;
  children: ReactNode;
}

/** Everything that a remote's React tree needs around it. Each remote is its own React root. */
export function Providers({ client, settings, children }: ProvidersProps) {
  return (
    <SettingsContext value={settings}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SettingsContext>
  );
}
