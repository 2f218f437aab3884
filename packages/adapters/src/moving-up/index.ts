export type { Carried, Carrying, Cursor, MovingService, Step } from './carrying.ts';
export { onlyRow, rowCount, tableRows } from './table-rows.ts';
