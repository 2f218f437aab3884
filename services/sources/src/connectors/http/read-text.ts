import { isUtf8 } from 'node:buffer';
import type { HttpAnswer } from './page.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const UTF_8 = 'utf-8';
/** Where an XML declaration ends at the latest. */
const DECLARATION_BYTES = 256;

const charsetParameter = /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i;
const xmlDeclaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:+-]{1,40})["']/;
const isJson = /^[^;]*\bjson\b/i;

/** Null: nobody knows such a charset. */
function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return null;
  }
}

function decoded(bytes: Buffer, decoder: TextDecoder): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

const utf8Text = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
};

function charsetOfMark([first, second]: Buffer): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** In the order in which they are believed. */
function toldCharsets(bytes: Buffer, contentType: string): string[] {
  const byMark = charsetOfMark(bytes);
  if (byMark !== null) return [byMark];
  const [, byHeader] = charsetParameter.exec(contentType) ?? [];
  const [, byXml] = xmlDeclaration.exec(bytes.toString('latin1', 0, DECLARATION_BYTES)) ?? [];
  // A declaration that can be read byte by byte is in no UTF-16, whatever it says.
  return [byHeader, byXml && /^utf-?16/i.test(byXml) ? UTF_8 : byXml].filter((charset) => charset !== undefined);
}

/**
 * The text of a body: by its byte order mark, the charset of its Content-Type, its XML declaration, or as UTF-8, by the
 * first of them in which its bytes are a text. With a fault it is only good to be shown.
 */
export function readText(bytes: Buffer, contentType: string): Pick<HttpAnswer, 'text' | 'fault'> {
  const isValid = isUtf8(bytes);
  // JSON has no other charset (RFC 8259): of that some name another, as for all their pages.
  if (isValid && isJson.test(contentType)) return { text: utf8Text(bytes), fault: null };
  const told = toldCharsets(bytes, contentType);
  if (isValid && told.length === 0) return { text: utf8Text(bytes), fault: null };
  for (const charset of told) {
    const decoder = decoderOf(charset);
    const text = decoder && decoded(bytes, decoder);
    if (text !== null) return { text, fault: null };
  }
  const text = utf8Text(bytes);
  if (isValid) return { text, fault: null };
  const [first] = told;
  const which = first ? `${first}, as it says` : 'UTF-8, and says no other charset';
  return { text, fault: decoderOf(first ?? UTF_8) ? `is not in ${which}` : `is in an unknown charset (${first})` };
}
