import type { ExportTable } from './export-messages.ts';
import { neutraliseFormula } from './neutralise.ts';

const SLICE = 100;
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of one sheet; text stays text, so that no cell can run as a formula. */
export async function writeXlsx(table: ExportTable, progress: (done: number, total: number) => void): Promise<Blob> {
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet(table.title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = table.columns.map(({ header, width }) => ({ header, width: width ?? 20 }));
  sheet.getRow(1).font = { bold: true };
  for (const [index, row] of table.rows.entries()) {
    sheet.addRow(row.map((value) => (typeof value === 'string' ? neutraliseFormula(value) : value)));
    if (index % SLICE === 0) progress(index, table.rows.length);
  }
  progress(table.rows.length, table.rows.length);
  return new Blob([await book.xlsx.writeBuffer()], { type: XLSX_TYPE });
}
