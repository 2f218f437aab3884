import { QueryClient } from '@tanstack/react-query';
import { healQueries } from '../net/heal-queries.ts';

/**
 * Failed calls are shown at once; what passes by itself is then asked again while it is shown. Whether the browser thinks that it is online
 * decides nothing: a server in the same house answers without the internet, and a change is made now or not at all.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  healQueries(client);
  return client;
}
