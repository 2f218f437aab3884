export type { Carried, Carrying, Cursor, MovingService, Step } from './carrying.ts';
export { onlyRow, rowCount, tableRows, type TableRows } from './table-rows.ts';
