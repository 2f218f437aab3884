import type { ExportTable } from './export-messages.ts';

const SLICE = 100;
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A workbook of one sheet. A text is written as a cell of type text, which never runs as a formula whatever it begins
 * with; so a phone stays the phone and needs no apostrophe, which would keep it from being matched elsewhere.
 */
export async function writeXlsx(table: ExportTable, progress: (done: number, total: number) => void): Promise<Blob> {
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet(table.title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  sheet.columns = table.columns.map(({ header, width }) => ({ header, width: width ?? 20 }));
  sheet.getRow(1).font = { bold: true };
  for (const [index, row] of table.rows.entries()) {
    sheet.addRow(row);
    if (index % SLICE === 0) progress(index, table.rows.length);
  }
  progress(table.rows.length, table.rows.length);
  return new Blob([await book.xlsx.writeBuffer()], { type: XLSX_TYPE });
}
