import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { CheckedLines } from '../src/features/export/checked-lines.ts';

/** A profile, and the pictures that are sent before it as lines of their own. */
interface Sent {
  line: string;
  pictures: string[];
}

function exportOf(profiles: readonly Sent[]): Buffer {
  const body = profiles
    .flatMap(({ line, pictures }) => [...pictures.map((bytes) => ({ picture: { id: 'a', bytes } })), { line }])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return Buffer.from(`${body}${JSON.stringify({ count: profiles.length, sha256 })}\n`);
}

function endOf(bytes: Uint8Array, size: number): number | null {
  const checked = new CheckedLines();
  for (let at = 0; at < bytes.length; at += size) checked.add(bytes.subarray(at, at + size));
  return checked.end();
}

const someLines = fc.array(
  fc.record({
    line: fc.string({ maxLength: 400 }),
    pictures: fc.array(fc.base64String({ maxLength: 400 }), { maxLength: 2 }),
  }),
  { maxLength: 8 },
);
const someSize = fc.integer({ min: 1, max: 700 });

describe('a streamed export', () => {
  it('is whole in whatever pieces it comes', () => {
    fc.assert(
      fc.property(someLines, someSize, (lines, size) => {
        expect(endOf(exportOf(lines), size)).toBe(lines.length);
      }),
    );
  });

  it('tells how many profiles have come, and not how many pictures besides', () => {
    fc.assert(
      fc.property(someLines, someSize, (lines, size) => {
        const checked = new CheckedLines();
        const bytes = exportOf(lines);
        const end = bytes.lastIndexOf('\n', -2) + 1;
        for (let at = 0; at < end; at += size) checked.add(bytes.subarray(at, Math.min(end, at + size)));
        expect(checked.profiles).toBe(lines.length);
      }),
    );
  });

  it('that was cut or changed anywhere is none', () => {
    fc.assert(
      fc.property(someLines, someSize, fc.nat(), fc.boolean(), (lines, size, place, isCut) => {
        const bytes = exportOf(lines);
        // Without the last newline it would still be whole.
        const at = place % (bytes.length - 1);
        if (!isCut) bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(endOf(isCut ? bytes.subarray(0, at) : bytes, size)).toBeNull();
      }),
    );
  });
});
