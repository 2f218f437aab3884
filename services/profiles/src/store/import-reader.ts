import type { ImportFault, ImportMapping } from '@numscope/contracts';
import { previewFile } from '../imports/preview-import.ts';
import { type ImportPart, type ImportSource, InvalidImport, readImport } from '../imports/read-import.ts';

/** What makes an import unreadable. */
export interface Unreadable {
  faults: ImportFault[];
  isUndecodable: boolean;
}

/** What is read, or why nothing can be. */
async function orUnreadable<T>(read: () => Promise<T>): Promise<T | Unreadable> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidImport)) throw error;
    return { faults: error.faults, isUndecodable: error.isUndecodable };
  }
}

/** Reads imports in a thread, because a large one takes minutes of computing. */
export function open() {
  const readings = new Map<string, AsyncGenerator<ImportPart>>();
  return {
    begin: (id: string, at: number, source: ImportSource): void =>
      void readings.set(id, readImport(source, { id, at })),
    /** What comes next of an import that is being read; null after its end. */
    next: (id: string) =>
      orUnreadable(async () => {
        const next = await readings.get(id)?.next();
        return { part: next && !next.done ? next.value : null };
      }),
    preview: (fd: number, mapping: ImportMapping | undefined) => orUnreadable(() => previewFile(fd, mapping)),
    drop: async (id: string): Promise<void> => {
      await readings.get(id)?.return(undefined);
      readings.delete(id);
    },
    close: (): void => readings.clear(),
  };
}
