import { mongo } from 'mongoose';

/** An entry as it stands in the database, whoever wrote it. */
export type RawEntry = Readonly<Record<string, unknown>> & { _id: unknown; id?: unknown };

/** Types of BSON that entries are made of. */
const [DOUBLE, TEXT, INT32] = [0x01, 0x02, 0x10];

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * A document with texts and numbers alone; null: it has something else. Names are those of a projection, in ASCII. Its bytes become one text, of which members are
 * parts: to decode each by itself takes three times as long.
 */
function plainDocument(bytes: Buffer): RawEntry | null {
  const text = bytes.toString('latin1');
  const members: Record<string, unknown> & { _id: unknown } = { _id: undefined };
  // Behind its length; its last byte is 0.
  for (let at = 4; at < bytes.length - 1;) {
    const type = bytes[at];
    const nameEnd = text.indexOf('\0', at + 1);
    const name = text.slice(at + 1, nameEnd);
    at = nameEnd + 1;
    if (type === TEXT) {
      const end = at + 4 + bytes.readInt32LE(at);
      const value = text.slice(at + 4, end - 1);
      members[name] = isAscii(value) ? value : bytes.toString('utf8', at + 4, end - 1);
      at = end;
    } else if (type === DOUBLE) {
      members[name] = bytes.readDoubleLE(at);
      at += 8;
    } else if (type === INT32) {
      members[name] = bytes.readInt32LE(at);
      at += 4;
    } else return null;
  }
  return members;
}

/**
 * An entry from its bytes, as the driver would read it, in half the time: a million of them are read at a time, and
 * those that the product wrote are texts and numbers.
 * @param bytes BSON as the server sent it
 */
export function rawEntry(bytes: Buffer): RawEntry {
  const members = plainDocument(bytes);
  if (members) return members;
  const { _id, ...others } = mongo.BSON.deserialize(bytes);
  return { _id, ...others };
}
