import { isUtf8 } from 'node:buffer';
import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { FileText } from '../src/connectors/dataset/file-text.ts';

/** Text, and bytes of other character sets among it. */
const bytes = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('a', 'я', '€', '😀', '\n').map((sign) => Buffer.from(sign)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('e0', 'f0', '80', 'e282', 'f09f98').map((hex) => Buffer.from(hex, 'hex')),
      },
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((pieces) => Buffer.concat([Buffer.from('ab'), ...pieces]));

function read(content: Buffer, size: number): string {
  const text = new FileText();
  const read: string[] = [];
  for (let at = 0; at < content.length; at += size) read.push(text.push(content.subarray(at, at + size)));
  text.end();
  return read.join('');
}

it('the text of a file is the same however its bytes come, and what is not UTF-8 is told with its line', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 2, max: 9 }), (content, size) => {
      const lines = content.toString('latin1').split('\n');
      const faulty = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
      if (faulty === -1) expect(read(content, size)).toBe(content.toString());
      else expect(() => read(content, size)).toThrow(`line ${faulty + 1} is not UTF-8: save the file as UTF-8`);
    }),
    { numRuns: 1000 },
  );
});

it('the mark at its beginning is no text, and that of UTF-16 is followed', () => {
  expect(read(Buffer.from('\uFEFFaя'), 2)).toBe('aя');
  expect(read(Buffer.from('\uFEFFaя', 'utf16le'), 3)).toBe('aя');
  expect(read(Buffer.from('\uFEFFaя', 'utf16le').swap16(), 3)).toBe('aя');
});
