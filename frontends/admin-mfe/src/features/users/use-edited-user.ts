import type { User } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { useKeptRow } from '../../components/use-kept-row.ts';

/**
 * The user with this id, as the list has it or had it last; one who is on another page of it is asked for.
 * @param id '': none is edited
 * @param rows undefined: the list is not there yet
 */
export function useEditedUser(id: string, rows: readonly User[] | undefined) {
  const kept = useKeptRow(id, rows ?? []);
  const isElsewhere = id !== '' && rows !== undefined && kept === undefined;
  const query = useCall('getUser', { params: { id } }, { enabled: isElsewhere, quiet: true, keep: false });
  return { user: kept ?? (isElsewhere ? query.data : undefined), query: isElsewhere ? query : null };
}
