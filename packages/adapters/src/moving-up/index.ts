export type { Carried, Carrying, Cursor, MovingService, Step } from './carrying.ts';
export { onlyRow, tableRows } from './table-rows.ts';
