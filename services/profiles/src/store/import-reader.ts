import type { ImportFault, ImportMapping, ImportPreview } from '@numscope/contracts';
import { previewFile } from '../imports/preview-import.ts';
import { type ImportPart, type ImportSource, InvalidImport, readImport } from '../imports/read-import.ts';

/** What comes next of an import that is being read; null after its end. */
export type Read = { part: ImportPart | null } | Unreadable;

export interface Unreadable {
  faults: ImportFault[];
  isUndecodable: boolean;
}

/** Reads imports in a thread, because a large one takes minutes of computing. */
export function open() {
  const readings = new Map<string, AsyncGenerator<ImportPart>>();
  return {
    begin: (id: string, at: number, source: ImportSource): void =>
      void readings.set(id, readImport(source, { id, at })),
    next: async (id: string): Promise<Read> => {
      try {
        const next = await readings.get(id)?.next();
        return { part: next && !next.done ? next.value : null };
      } catch (error) {
        if (!(error instanceof InvalidImport)) throw error;
        return { faults: error.faults, isUndecodable: error.isUndecodable };
      }
    },
    preview: async (fd: number, mapping: ImportMapping | undefined): Promise<ImportPreview | Unreadable> => {
      try {
        return await previewFile(fd, mapping);
      } catch (error) {
        if (!(error instanceof InvalidImport)) throw error;
        return { faults: error.faults, isUndecodable: error.isUndecodable };
      }
    },
    drop: async (id: string): Promise<void> => {
      await readings.get(id)?.return(undefined);
      readings.delete(id);
    },
    close: (): void => readings.clear(),
  };
}
