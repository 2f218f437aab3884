import { reasonOf } from '@numscope/platform/errors';
import { type SigningKey, signingKeyOf } from '@numscope/platform/tokens/token-signer';

// A file of token keys holds one PEM after the other. Before each stands a line that says since when it is there, which
// readers of PEM pass over (RFC 7468). One key may be without it, as `openssl genpkey` makes it: it is the oldest.

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;
const mark = /made (\d{4}-\d\d-\d\dT[\d:.]+Z), signs after (\d{1,7}) s\b/;

const MEND =
  'Put it back from a backup; or delete it, and the single process makes a new one at its start, "npm run make-keys -- --to FOLDER --missing" one for the others: then everybody has to log in again';

interface Block {
  pem: string;
  label: string;
  /** What stands between it and the one before. */
  before: string;
}

/** @throws Error for text that begins a key and does not end it */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const found of text.matchAll(block)) {
    blocks.push({ pem: `${found[0]}\n`, label: found[1] ?? '', before: text.slice(end, found.index) });
    end = found.index + found[0].length;
  }
  const begun = text.split('-----BEGIN').length - 1;
  if (begun > blocks.length) throw new Error('a key in it is cut off: its line END is missing');
  return blocks;
}

function keyOf({ pem, label, before }: Block, nth: number): SigningKey {
  try {
    if (label !== 'PRIVATE KEY')
      throw new Error(`it is a ${label}, and must be a PRIVATE KEY (PKCS #8, not encrypted)`);
    const said = mark.exec(before);
    const madeAt = said ? Date.parse(said[1] ?? '') : 0;
    if (Number.isNaN(madeAt)) throw new Error(`the line before it names no time: ${said?.[1]}`);
    return signingKeyOf(pem, madeAt, said ? Number(said[2]) * 1000 : 0);
  } catch (error) {
    throw new Error(`key ${nth} in it is none that can sign tokens: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * The keys of a file's text, the oldest first.
 * @throws Error that says what is wrong with the file and how to mend it, and repeats nothing of it
 */
export function readTokenKeys(text: string, file: string): SigningKey[] {
  try {
    const keys = blocksOf(text).map((each, index) => keyOf(each, index + 1));
    if (keys.length === 0) throw new Error('there is no key in it');
    if (new Set(keys.map(({ publicKey }) => publicKey.kid)).size < keys.length)
      throw new Error('a key stands in it twice');
    if (keys.filter(({ madeAt }) => madeAt === 0).length > 1)
      throw new Error(
        'more than one key does not say when it was made; leave the one that signs, and add others by "npm run rotate-token-key"',
      );
    return keys.toSorted((left, right) => left.madeAt - right.madeAt);
  } catch (error) {
    throw new Error(`${file} is damaged, or no file of token keys: ${reasonOf(error)}. ${MEND}`, { cause: error });
  }
}

/** The text of a file with these keys. */
export const writeTokenKeys = (keys: readonly SigningKey[]): string =>
  keys
    .map(({ pem, madeAt, signsAfterMs }) => {
      const line = `Numscope token key, made ${new Date(madeAt).toISOString()}, signs after ${Math.round(signsAfterMs / 1000)} s\n`;
      return `${madeAt === 0 ? '' : line}${pem}`;
    })
    .join('');
