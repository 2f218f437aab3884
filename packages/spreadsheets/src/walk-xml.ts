import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { damaged, SpreadsheetError, tooLarge } from './spreadsheet-error.ts';

/** More than any cell can hold, even when each of its characters is written as `&#x10FFFF;`. */
const MOST_PIECE = 1024 * 1024;
const MOST_DEPTH = 64;

/** What is done with the elements of a part, named without their namespace. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part chunk by chunk and hands on what `take` says the handler gathered: so neither its length nor a slow taker
 * costs memory, and the event loop has its turn in between. @throws SpreadsheetError
 */
export async function* walkXml<Item>(
  stream: Readable,
  handler: XmlHandler,
  take: () => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let sinceEvent = 0;
  parser.on('error', (error) => {
    throw error;
  });
  // Nothing is ever declared in a workbook, and entities that stand for entities would grow without end.
  parser.on('doctype', () => {
    throw damaged('it declares a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    depth += 1;
    if (depth > MOST_DEPTH) throw damaged('its elements lie too deep');
    handler.open(local(name), attributes);
  });
  parser.on('text', (text) => {
    sinceEvent = 0;
    handler.text?.(text);
  });
  parser.on('cdata', (text) => {
    sinceEvent = 0;
    handler.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    depth -= 1;
    handler.close?.(local(name));
  });
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      sinceEvent += bytes.length;
      parser.write(decoder.decode(bytes, { stream: true }));
      if (sinceEvent > MOST_PIECE) throw tooLarge(`it has a piece of more than ${MOST_PIECE} characters`);
      yield* take();
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : damaged('it is not written as it should be', error);
  } finally {
    stream.destroy();
  }
  yield* take();
}

/** Reads a part that is small beside the sheet, to its end. */
export async function readXml(stream: Readable, handler: XmlHandler): Promise<void> {
  await walkXml(stream, handler, () => []).next();
}
