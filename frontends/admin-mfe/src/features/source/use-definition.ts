import type { SourceDefinition } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { useState } from 'react';

/**
 * A source as the sources file says it. Where the file could not be read again after it was written here, the server's answer to
 * that is what it says.
 */
export function useDefinition(name: string) {
  const query = useCall('getSourceDefinition', { params: { name } }, { quiet: true, keep: false });
  const { dataUpdatedAt: readAt, error, isPlaceholderData, refetch } = query;
  const [saved, setSaved] = useState<{ definition: SourceDefinition; readAt: number } | null>(null);
  const isUnread = error !== null && saved?.readAt === readAt && saved.definition.name === name;
  return {
    data: isUnread ? saved.definition : query.data,
    error,
    isPlaceholderData,
    refetch,
    saved: (definition: SourceDefinition): void => setSaved({ definition, readAt }),
  };
}
