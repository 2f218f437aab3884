import { ApiFailure } from '@numscope/client';
import type { Profile } from '@numscope/contracts';
import { callKey, useCall } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNewsOf } from '../profile/hear-of-profile.ts';
import { useProfileNews } from '../profile/use-profile-news.ts';

/**
 * The profile of a number: as the list has it, until the server tells that it has changed or is gone, since the list stays as it
 * was found.
 * @param known what the list has; undefined: it does not have it
 */
export function usePanelProfile(phone: string, known: Profile | undefined) {
  const client = useQueryClient();
  const input = { params: { phone } };
  const [heard, setHeard] = useState(false);
  useProfileNews((message) => {
    if (message.type === 'ready' || !isNewsOf(phone, message)) return;
    setHeard(true);
    void client.invalidateQueries({ queryKey: callKey('getProfile', input) });
  });
  const query = useCall('getProfile', input, { enabled: known === undefined || heard, quiet: true, keep: false });
  const { data, error } = query;
  // What the list has of one that is gone is not shown again while it is asked for anew, nor when that fails.
  const [wasGone, setWasGone] = useState(false);
  const isGone = (error instanceof ApiFailure && error.status === 404) || (wasGone && data === undefined);
  if (isGone !== wasGone) setWasGone(isGone);
  const newest = data !== undefined && data.timestamp >= (known?.timestamp ?? 0) ? data : known;
  return { query, isGone, profile: isGone ? undefined : newest };
}
