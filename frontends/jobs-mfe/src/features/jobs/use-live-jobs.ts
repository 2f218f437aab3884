import { useRealtime } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { LiveJobs } from './live-jobs.ts';

/** Keeps what is shown of jobs as the server tells, while mounted. */
export function useLiveJobs(): void {
  const client = useQueryClient();
  const live = useMemo(() => new LiveJobs(client), [client]);
  useEffect(() => () => live.stop(), [live]);
  useRealtime((message) => live.hear(message));
}
