import type { FacesState } from '@numscope/contracts';
import { callKey, useAction, useCall } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';

/** Numbers on which the same face as on a number's pictures may be, and what a person says about that. */
export function useSameFace(phone: string, faces: { isPending: boolean; data: FacesState | undefined }) {
  const client = useQueryClient();
  const input = { params: { phone } };
  const queryKey = callKey('sameFace', input);
  // What a user has not agreed to yet is not asked for him.
  const isAllowed = faces.data?.enabled !== false && (faces.data?.notice ?? null) === null;
  const query = useCall('sameFace', input, { quiet: true, keep: false, enabled: !faces.isPending && isAllowed });
  const judge = useAction('judgeSameFace', {
    // What was asked before this was said, and answers after it, knows nothing of it.
    onSuccess: (answer) => void client.cancelQueries({ queryKey }).then(() => client.setQueryData(queryKey, answer)),
  });
  return { query, judge };
}
