import type { Job, Page } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/** Purposes of the jobs that are loaded anyway, offered for a new one. */
export function usePurposes(): string[] {
  const client = useQueryClient();
  return useMemo(() => {
    const pages = client
      .getQueriesData<Page<Job>>({ queryKey: callKey('searchJobs') })
      .flatMap(([, page]) => page?.content ?? []);
    return [...new Set(pages.flatMap(({ purpose }) => (purpose === null || purpose === '' ? [] : [purpose])))];
  }, [client]);
}
