import { callKey } from '@numscope/ui';
import { onImported } from '@numscope/ui/imports/imported.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callsOfFound } from './calls-of-found.ts';

const heard = new WeakSet<QueryClient>();

/** Loads what was found anew once profiles are imported, from the first mount on, as it is kept while other screens are looked at. */
export function useImported(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (heard.has(client)) return;
    heard.add(client);
    onImported(() => {
      for (const call of callsOfFound) void client.invalidateQueries({ queryKey: callKey(call) });
    });
  }, [client]);
}
