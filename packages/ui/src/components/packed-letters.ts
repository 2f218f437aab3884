/** The letters А to я are as many as the characters that stand for them; in an address each takes one instead of six. */
const run = /[А-я]+(?: [А-я]+)*/g;
const FIRST = 'А'.charCodeAt(0);
const STANDING = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Around what is packed. `writeCriteria` leaves it to us: a tilde of a value is followed by another digit. */
const MARK = '~2';
const packedRun = /~2([\w -]+)~2/g;

const letter = (standing: string): string => {
  const place = STANDING.indexOf(standing);
  return place < 0 ? standing : String.fromCharCode(FIRST + place);
};

/** The same text with fewer characters that an address would write in percent signs. */
export const packed = (text: string): string =>
  text.replaceAll(
    run,
    (letters) => MARK + letters.replaceAll(/[А-я]/g, (one) => STANDING.charAt(one.charCodeAt(0) - FIRST)) + MARK,
  );

/** Back from `packed`; what was not packed stays. */
export const unpacked = (text: string): string =>
  text.replaceAll(packedRun, (_whole, standing: string) => standing.replaceAll(/[\w-]/g, letter));

/** How many bytes a text takes in an address, about: what is no letter or digit of English is written in percent signs. */
export function bytesInAddress(text: string): number {
  let bytes = 0;
  for (const one of text) {
    const code = one.codePointAt(0) ?? 0;
    bytes += /[\w .-]/.test(one) ? 1 : code < 0x80 ? 3 : code < 0x800 ? 6 : code < 0x10000 ? 9 : 12;
  }
  return bytes;
}
