import { describe, expect, it } from '@jest/globals';
import exceljs from 'exceljs';
import { writeJson } from '../src/export/write-json.ts';
import { writeXlsx, XLSX_TYPE } from '../src/export/write-xlsx.ts';

describe('files', () => {
  it('when a table is written as xlsx, then it opens again, numbers stay numbers, and no cell is a formula', async () => {
    const progress: number[] = [];
    const rows = Array.from({ length: 250 }, (_, i) => [`=HYPERLINK("http://x.example/${i}")`, i, null, 'Ёлка 李']);
    const file = await writeXlsx(
      { title: 'A/B: [2026]', columns: ['Name', 'Count', 'Nothing', 'Words'].map((header) => ({ header })), rows },
      (done) => progress.push(done),
    );
    expect(file.type).toBe(XLSX_TYPE);
    const book = new exceljs.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    const sheet = book.worksheets[0];
    expect(sheet?.rowCount).toBe(251);
    expect(sheet?.getRow(2).getCell(1).value).toBe('=HYPERLINK("http://x.example/0")');
    expect(sheet?.getRow(2).getCell(1).type).toBe(exceljs.ValueType.String);
    expect(sheet?.getRow(251).getCell(2).value).toBe(249);
    expect(sheet?.getRow(3).getCell(4).value).toBe('Ёлка 李');
    expect(progress).toEqual([0, 100, 200, 250]);
  });

  it('json is written as it is', async () => {
    expect(JSON.parse(await writeJson([{ phone: '+447700900142' }]).text())).toEqual([{ phone: '+447700900142' }]);
  });
});
