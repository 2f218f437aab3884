/** What XML 1.0 forbids even as a reference (https://www.w3.org/TR/xml/#charsets), and halves of pairs. */
const forbidden =
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML has no way to write
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** Without what no XML may hold. */
export const allowedText = (text: string): string => text.replaceAll(forbidden, '');

/** A text as content or attribute of XML and HTML: nothing in it is markup, and what no XML may hold is dropped. */
export const escapeText = (text: string): string =>
  allowedText(text).replaceAll(/[&<>"'\r]/g, (character) => references[character] ?? character);
