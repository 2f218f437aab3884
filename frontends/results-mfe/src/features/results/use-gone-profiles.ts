import { useRealtime } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { GoneProfiles } from './gone-profiles.ts';

/** Keeps what was found free of profiles that are gone, while mounted. */
export function useGoneProfiles(): void {
  const client = useQueryClient();
  const gone = useMemo(() => new GoneProfiles(client), [client]);
  useEffect(() => () => gone.stop(), [gone]);
  useRealtime((message) => gone.hear(message));
}
