import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { apiError } from '@numscope/contracts';
import { type FileScan, type FileScanner, type IncomingFile, scanBytes, ScannedFile } from '@numscope/platform';

const PIECE = 16 * 1024;

function incoming(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): IncomingFile {
  const source = Readable.from(pieces, { objectMode: false });
  return Object.assign(source, { truncated: false, bytesRead: 0 });
}

/** A scanner of which each part can be replaced. */
function scanner(parts: Partial<FileScan> = {}): FileScanner & { closed: number; seen: Buffer[] } {
  const made = {
    closed: 0,
    seen: [] as Buffer[],
    begin: async (): Promise<FileScan> => ({
      write: async (piece) => void made.seen.push(Buffer.from(piece)),
      end: async () => undefined,
      close: () => void made.closed++,
      ...parts,
    }),
  };
  return made;
}

describe('a file on its way through the scanner', () => {
  it('comes out as it went in, once the scanner has found nothing', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(PIECE, index));
    const clean = scanner();
    const out = await buffer(new ScannedFile(incoming(pieces), clean));
    expect(out.equals(Buffer.concat(pieces))).toBe(true);
    expect(Buffer.concat(clean.seen).equals(out)).toBe(true);
    expect(clean.closed).toBe(1);
  });

  it('fails at its end where the scanner refuses it, and is read to its end for that', async () => {
    for (const refused of [
      scanner({ write: async () => Promise.reject(apiError('FILE_INFECTED')) }),
      scanner({ end: async () => Promise.reject(apiError('FILE_INFECTED')) }),
    ]) {
      const source = incoming(Array.from({ length: 40 }, () => Buffer.alloc(PIECE)));
      await expect(buffer(new ScannedFile(source, refused))).rejects.toMatchObject({ code: 'FILE_INFECTED' });
      expect(source.readableEnded).toBe(true);
      expect(refused.closed).toBe(1);
    }
  });

  it('fails where there is no scanner', async () => {
    const none: FileScanner = { begin: async () => Promise.reject(apiError('SCANNER_UNAVAILABLE')) };
    const file = new ScannedFile(incoming([Buffer.from('x')]), none);
    await expect(buffer(file)).rejects.toMatchObject({ code: 'SCANNER_UNAVAILABLE' });
  });

  it('tells of it who begins to read only after it was refused', async () => {
    const file = new ScannedFile(
      incoming([Buffer.from('x')]),
      scanner({ end: () => Promise.reject(apiError('FILE_INFECTED')) }),
    );
    await new Promise((resolve) => file.once('close', resolve));
    await expect(buffer(file)).rejects.toMatchObject({ code: 'FILE_INFECTED' });
  });

  it('is read no faster than the scanner takes it, and kept nowhere', async () => {
    let given = 0;
    let reached: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (reached = resolve));
    const endless = (function* () {
      for (;;) {
        given += PIECE;
        yield Buffer.alloc(PIECE);
      }
    })();
    const stuck = scanner({
      write: () => {
        reached();
        return new Promise(() => undefined);
      },
    });
    const file = new ScannedFile(incoming(endless), stuck);
    file.resume();
    await asked;
    for (let turns = 0; turns < 1000; turns++) await turn();
    expect(given).toBeLessThan(40 * PIECE);
    file.destroy();
  });

  it('breaks off with its source, and lets go of the scan', async () => {
    const broken = scanner();
    const source = incoming(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('the sender went away');
      })(),
    );
    await expect(buffer(new ScannedFile(source, broken))).rejects.toThrow('the sender went away');
    expect(broken.closed).toBe(1);
  });
});

it('bytes are scanned as a file, and pass where there is no scanner', async () => {
  const refused = scanner({ end: async () => Promise.reject(apiError('FILE_INFECTED')) });
  await expect(scanBytes(Buffer.from('x'), refused)).rejects.toMatchObject({ code: 'FILE_INFECTED' });
  expect([refused.closed, await scanBytes(Buffer.from('x'), undefined)]).toEqual([1, undefined]);
});
