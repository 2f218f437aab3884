import { messages } from '@numscope/contracts';
import { describe, expect, it } from '@jest/globals';
import { peekFile } from '../src/domain/peek-file.ts';

const utf16 = (text: string, bom: boolean): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...(bom ? [0xff, 0xfe] : []), ...Array.from(text, (char) => [char.charCodeAt(0), 0]).flat()]);

describe('a phones file before it is sent', () => {
  it('knows text in each of its encodings', async () => {
    expect(await peekFile(new Blob(['name;MSISDN\nAnn;+998901234567']))).toEqual({
      encoding: 'UTF-8',
      sheet: false,
      column: 'MSISDN',
    });
    expect(await peekFile(new Blob([utf16('phone\n+998901234567', true)]))).toEqual({
      encoding: 'UTF-16',
      sheet: false,
      column: 'phone',
    });
    expect(await peekFile(new Blob([utf16('+998901234567\n+998901234568', false)]))).toEqual({
      encoding: 'UTF-16',
      sheet: false,
      column: null,
    });
  });

  it('knows a spreadsheet, of which the server may be told to take the first sheet', async () => {
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 8, 0, 1, 2, 3]);
    expect(await peekFile(new Blob([zip]))).toEqual({ encoding: 'XLSX', sheet: true, column: null });
  });

  it('refuses what is no text, what is empty and what is too large with the specified words', async () => {
    expect(await peekFile(new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 8, 0, 1, 2, 3])]))).toEqual({
      fault: messages.selectCsv,
    });
    expect(await peekFile(new Blob([]))).toEqual({ fault: messages.noPhones });
    const large = new Blob(['1']);
    Object.defineProperty(large, 'size', { value: 500 * 1024 * 1024 + 1 });
    expect(await peekFile(large)).toEqual({ fault: messages.fileTooLarge });
  });

  it('refuses what has zeros and is no text of two bytes a character', async () => {
    expect(await peekFile(new Blob([new Uint8Array([0x31, 0, 0, 0x32, 0x33])]))).toEqual({ fault: messages.selectCsv });
  });

  it.each([
    ['+998901234567\n+998901234568', null],
    ['\n\n"Tel",name\n', 'Tel'],
    ['id\tmobile\n1\t2', 'mobile'],
    ['telephone,name', null],
    // As the server reads it: separators within quotes separate nothing.
    ['"Last, first, middle";phone\n"Doe, Ann, B";+998901234567', 'phone'],
  ])('finds the column of %j', async (text, column) => {
    expect(await peekFile(new Blob([text]))).toMatchObject({ column });
  });
});
