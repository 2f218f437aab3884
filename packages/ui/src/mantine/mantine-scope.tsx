import '../styles/mantine.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShownScheme } from '../theme/colour-scheme.ts';
import { styleNonce } from '../theme/nonce.ts';
import { cssVariablesResolver, mantineTheme } from './mantine-theme.ts';

/**
 * Mantine in the console's clothes, for what is inside. Put it into a file that loads when it is opened: the lists and the first paint do
 * without Mantine, which saves them 30 KB.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const scheme = useShownScheme();
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
