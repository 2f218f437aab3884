import { encodingOf, isBinary, isZip, layoutOf, limits, messages, SNIFFED_BYTES } from '@numscope/contracts';

/** What the beginning of a phones file tells before it is sent. */
export interface FilePeek {
  encoding: string;
  /** A spreadsheet: the server takes its first sheet where it is told to. */
  sheet: boolean;
  /** The column that holds the phones, by its name; null: the first, without a header. */
  column: string | null;
}

/** As much of the file as the server tells its layout from. */
const BEGINNING = 65_536;

/**
 * Looks at a chosen file before anything is sent.
 * @returns what it is, or the specified text of what is wrong with it
 */
export async function peekFile(file: Blob): Promise<FilePeek | { fault: string }> {
  if (file.size > limits.phonesFileBytes) return { fault: messages.fileTooLarge };
  if (file.size === 0) return { fault: messages.noPhones };
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  if (isZip(bytes)) return { encoding: 'XLSX', sheet: true, column: null };
  const { encoding } = encodingOf(bytes.subarray(0, SNIFFED_BYTES));
  if (isBinary(bytes) || (encoding === 'utf-8' && bytes.includes(0))) return { fault: messages.selectCsv };
  return {
    sheet: false,
    encoding: encoding.toUpperCase().replace(/(LE|BE)$/, ''),
    column: layoutOf(new TextDecoder(encoding).decode(bytes)).header,
  };
}
