import { followImport } from './follow-import.ts';
import { followInTurn, forgetImport, forgetOldImports, keptImports } from './kept-imports.ts';
import { tellEnd } from './tell-end.ts';

/** Tells a user how the imports ended that were sent from this browser and whose page was closed meanwhile. */
export async function followLeftImports(userName: string, signal: AbortSignal): Promise<void> {
  forgetOldImports();
  const follow = async (id: string): Promise<void> => {
    // While this waited, the page that sent it may have told of it.
    const kept = keptImports(userName).find((one) => one.id === id);
    if (kept === undefined || signal.aborted) return;
    const end = await followImport({ id, state: 'READING', imported: 0 }, { signal });
    if (signal.aborted) return;
    tellEnd(kept.name, end);
    forgetImport(userName, id);
  };
  await Promise.all(keptImports(userName).map(({ id }) => followInTurn(id, () => follow(id))));
}
