import { QueryClient } from '@tanstack/react-query';

/**
 * Failed calls are shown with a retry of the person's own; repeating them silently would only hide that something is
 * wrong.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
