export type { Carried, Carrying, Cursor, MovingService, Step } from './carrying.ts';
export { erasedRows, groupedRows, tableRows } from './table-rows.ts';
export { byCollection, writeCarried } from './write-carried.ts';
