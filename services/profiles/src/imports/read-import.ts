import { type ImportFault, type ImportMapping, limits } from '@numscope/contracts';
import { SpreadsheetError } from '@numscope/spreadsheets/spreadsheet-error';
import { codeOf } from '@numscope/platform/errors';
import { ImportFaultError } from './import-fault-error.ts';
import { importFields } from './import-row.ts';
import { hasRoom } from '../domain/fold-within.ts';
import { type FileRow, hasNoRoom, isPictureLine, judgeRow, MOST_CHARS, type Picture, tooLong } from './judge-row.ts';
import { rowsOfFile } from './rows-of-file.ts';
import { imagesOf } from './staged-profile.ts';

/** What was sent: an open file, or the profiles and rows of the specification's importProfileDto. */
export type ImportSource = ({ fd: number } | { profiles: FileRow[] }) & { mapping: ImportMapping | undefined };

/** Some profiles of an import, in their order. */
export interface ImportPart {
  /** How many profiles these are. */
  count: number;
  /** StagedProfile[] as JSON. */
  profiles: string;
  /** The pictures that they refer to. */
  images: string[];
  /** Those that came with them, or before them and those of the next part. */
  pictures: Picture[];
}

const PART_PROFILES = 500;
const PART_PICTURE_BYTES = 16 * 1024 * 1024;

/** What is wrong with an import as a whole or in its rows; `isUndecodable`: it is no text that can be read. */
export class InvalidImport extends Error {
  readonly faults: ImportFault[];
  readonly isUndecodable: boolean;

  constructor(faults: ImportFault[], isUndecodable = false) {
    super('Invalid data');
    this.faults = faults;
    this.isUndecodable = isUndecodable;
  }
}

const whole = (message: string, row = 0): InvalidImport => new InvalidImport([{ row, message }]);

/** What reading met, as whoever sent the file can mend it. */
export function invalidImport(error: unknown): InvalidImport {
  if (error instanceof InvalidImport) return error;
  if (error instanceof ImportFaultError) return whole(error.message, error.row);
  if (error instanceof SpreadsheetError) return whole(error.message);
  const code = String(codeOf(error));
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new InvalidImport([{ row: 0, message: 'the file is no text in UTF-8' }], true);
  if (error instanceof Error && code.startsWith('CSV_')) return whole(error.message);
  throw error;
}

export function checkMapping(mapping: ImportMapping | undefined): void {
  const unknown = Object.keys(mapping ?? {}).filter((field) => !importFields.includes(field));
  if (unknown.length > 0) throw whole(`no such fields: ${unknown.join(', ')}`);
}

async function* rowsOf(source: ImportSource): AsyncGenerator<FileRow> {
  if ('fd' in source) yield* rowsOfFile(source.fd, source.mapping !== undefined);
  else yield* source.profiles;
}

/**
 * Reads an import to its end, in parts of as many profiles as may stand in one document; a part may be pictures alone.
 * After the first fault there are no more parts, only faults.
 *
 * @throws InvalidImport at its end or after 100 faults
 */
export async function* readImport(
  source: ImportSource,
  { id, at }: { id: string; at: number },
): AsyncGenerator<ImportPart> {
  checkMapping(source.mapping);
  const faults: ImportFault[] = [];
  let texts: string[] = [];
  let images = new Set<string>();
  let pictures: Picture[] = [];
  let chars = 0;
  let bytes = 0;
  let place = 0;
  const part = (): ImportPart => {
    const made = { count: texts.length, profiles: `[${texts.join(',')}]`, images: [...images], pictures };
    [texts, images, pictures, chars, bytes] = [[], new Set(), [], 0, 0];
    return made;
  };
  try {
    for await (const row of rowsOf(source)) {
      const isPicture = !row.hasColumns && isPictureLine(row.row);
      const named = { row: `${id}-${String(place).padStart(9, '0')}`, at };
      // A picture is told of by the profile behind it.
      const judged = judgeRow(row, source.mapping, place + 1, named);
      if (!isPicture) place += 1;
      if ('faults' in judged) {
        faults.push(...judged.faults);
        if (faults.length >= limits.importFaults) break;
        continue;
      }
      if (faults.length > 0) continue;
      if ('picture' in judged) {
        if (bytes > PART_PICTURE_BYTES) yield part();
        pictures.push(judged.picture);
        bytes += judged.picture.bytes.length;
        continue;
      }
      const text = JSON.stringify(judged.profile);
      const excess = text.length > MOST_CHARS ? tooLong : hasRoom(judged.profile) ? null : hasNoRoom;
      if (excess !== null) {
        faults.push({ row: place, message: excess });
        continue;
      }
      if (texts.length === PART_PROFILES || chars + text.length > MOST_CHARS || bytes > PART_PICTURE_BYTES)
        yield part();
      texts.push(text);
      chars += text.length;
      for (const image of imagesOf(judged.profile)) images.add(image);
      for (const picture of judged.pictures) {
        pictures.push(picture);
        bytes += picture.bytes.length;
      }
    }
  } catch (error) {
    throw invalidImport(error);
  }
  if (faults.length > 0) throw new InvalidImport(faults.slice(0, limits.importFaults));
  if (place === 0) throw whole('there is nothing to import');
  if (!('fd' in source) && place > limits.importProfiles) throw whole(`more than ${limits.importProfiles} profiles`);
  yield part();
}
