/**
 * Encrypted workbooks and those of before 2007 are compound files of OLE.
 *
 * @see https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-cfb/05060311-bfce-4b12-874d-71fd4ce63aea
 */
export const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * How a zip archive begins: with its first part, or with its end where it has none.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.7 and 4.3.16
 */
const ZIP = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')];

/**
 * Whether a file that begins so is a workbook of whatever kind, one that cannot be read among them, and no text: a
 * header in Cyrillic begins with the first byte of an OLE file, and a column may be called PK.
 */
export const beginsAsWorkbook = (begin: Uint8Array): boolean =>
  [OLE, ...ZIP].some((mark) => mark.equals(begin.subarray(0, mark.length)));
