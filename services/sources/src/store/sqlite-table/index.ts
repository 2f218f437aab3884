import { openWorkerStore } from '@numscope/adapters/sqlite';

type Module = typeof import('./sqlite-table.ts');

/** A table in a SQLite file of the operator's own, opened to be read only. */
export const openSqliteTable = (options: Parameters<Module['open']>[0]) =>
  openWorkerStore<Module>({ module: new URL('./sqlite-table.ts', import.meta.url), options });
