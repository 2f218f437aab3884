import { limits } from '@numscope/contracts/limits';
import { cleanPhone, isWrittenAsDialled, readDialledPhone } from '@numscope/numbering';
import { layoutOf } from '@numscope/contracts/phones-file';
import { BinaryContentError, MOST_DIGITS, PhoneCellParser } from './phone-cell-parser.ts';
import { NumberList } from './number-list.ts';
import type { Fault, UploadOptions } from './phones-protocol.ts';
import { TextBytes } from './text-bytes.ts';

/** As much of the file as its layout is told from. */
const BEGINNING_BYTES = 65_536;

/** Reads one uploaded file, piece by piece, into candidates for phones. */
export class PhoneFile {
  readonly options: UploadOptions;
  /** Twice the digits, plus 1 where the cell has a `+`: to tell both apart after sorting. */
  readonly candidates = new NumberList();
  readonly texts: string[] = [];
  readonly #text = new TextBytes();
  readonly #invalid: Array<{ line: number; text: string }> = [];
  #rows: PhoneCellParser | null = null;
  #beginning: Uint8Array[] = [];
  #beginningBytes = 0;
  #invalidLines = 0;

  constructor(options: UploadOptions) {
    this.options = options;
  }

  get read(): number {
    return this.candidates.length + this.texts.length;
  }

  get skippedLines(): number {
    return this.#invalidLines;
  }

  /** A fault that needs no more of the file to be known. */
  write(piece: Uint8Array): Fault | null {
    return this.#take(() => this.#text.push(piece));
  }

  end(): Fault | null {
    const fault = this.#take(() => this.#text.end()) ?? this.#guard(() => this.#startRows());
    if (fault) return fault;
    if (!this.#rows?.end() || this.#text.undecodable) return { code: 'FILE_PARSING' };
    if (this.read > limits.phonesInFile) return { code: 'TOO_MANY_PHONES' };
    return this.#faultOfLines();
  }

  #faultOfLines(): Fault | null {
    const { skipInvalidLines } = this.options;
    const lines = this.#invalidLines > 0 ? { details: this.#invalid } : {};
    if (this.read > 0)
      return skipInvalidLines || this.#invalidLines === 0 ? null : { code: 'PHONES_NOT_NUMERIC', ...lines };
    // Nothing but phones as people write them: they can be taken too, if that is asked for.
    const asWritten = !skipInvalidLines && this.#invalid.some(({ text }) => cleanPhone(text) !== null);
    return { code: asWritten ? 'PHONES_NOT_NUMERIC' : 'NO_PHONES', ...lines };
  }

  #take(next: () => Uint8Array): Fault | null {
    return this.#guard(() => {
      const bytes = next();
      if (this.#text.binary) throw new BinaryContentError('the beginning of a binary file');
      if (this.#rows) return this.#rows.read(bytes);
      // The piece's memory is used again; what is kept must be a copy.
      this.#beginning.push(bytes.slice());
      this.#beginningBytes += bytes.length;
      if (this.#beginningBytes >= BEGINNING_BYTES) this.#startRows();
    });
  }

  #guard(work: () => void): Fault | null {
    try {
      work();
    } catch (error) {
      if (error instanceof BinaryContentError) return { code: 'NOT_CSV' };
      throw error;
    }
    return this.read > limits.phonesInFile ? { code: 'TOO_MANY_PHONES' } : null;
  }

  #startRows(): void {
    if (this.#rows) return;
    const beginning = Buffer.concat(this.#beginning);
    this.#beginning = [];
    const layout = layoutOf(new TextDecoder().decode(beginning.subarray(0, BEGINNING_BYTES)));
    this.#rows = new PhoneCellParser(layout, {
      digits: (value, plus) => this.#takeDigits(value, plus),
      text: (text) => void this.texts.push(text),
      other: (line, text, whole) => this.#takeOther(line, text, whole),
    });
    this.#rows.read(beginning);
  }

  #takeDigits(value: number, plus: boolean): void {
    this.candidates.push(value * 2 + (plus ? 1 : 0));
  }

  #takeOther(line: number, text: string, whole: boolean): void {
    const phone = this.options.clean && whole ? this.#cleaned(text) : null;
    if (phone !== null) {
      const digits = phone.replace('+', '');
      if (digits.length > MOST_DIGITS || digits.startsWith('0')) this.texts.push(phone);
      else this.#takeDigits(Number(digits), digits !== phone);
      return;
    }
    this.#invalidLines++;
    if (this.#invalid.length < limits.invalidLinesShown) this.#invalid.push({ line, text });
  }

  #cleaned(text: string): string | null {
    const phone = cleanPhone(text);
    const { region } = this.options;
    if (phone === null || region === null || !isWrittenAsDialled(text)) return phone;
    return readDialledPhone(phone, region) ?? phone;
  }
}
