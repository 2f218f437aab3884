import { words } from './words.ts';

interface Standing {
  /** Why jobs could not be searched for. */
  failure: string | null;
  /** Jobs for what is typed are on their way. */
  searching: boolean;
  /** Nothing is offered yet. */
  isEmpty: boolean;
}

/** What stands below the rows: that nothing matches is said only once all has answered. Null: nothing. */
export function paletteNote({ failure, searching, isEmpty }: Standing): string | null {
  if (failure !== null) return failure;
  if (searching) return words('paletteSearching');
  return isEmpty ? words('paletteEmpty') : null;
}
