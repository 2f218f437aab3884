import { createRequire } from 'node:module';
import type { ImportedProfile } from '@numscope/contracts';
import type { ImportFault, ImportSource } from '../imports/read-import.ts';
import type { readImport as ReadImport } from '../imports/read-import.ts';

/** Profiles of an import that are kept together, as JSON. `first`: the place of the first of them, from 0. */
export interface ImportPart {
  first: number;
  profiles: string;
}

export type ImportParts = { faults: ImportFault[] } | { imported: number; parts: ImportPart[] };

const PART_PROFILES = 500;
/** Far below the 16 MB of a document, in which a profile stands with its values three times. */
const PART_CHARS = 1_000_000;

/** Loaded with the first import, because most processes never see any. */
const require = createRequire(import.meta.url);

/** Parts of as many profiles as may stand in one document; faults for those that are too large for one. */
function partsOf(profiles: readonly ImportedProfile[]): ImportParts {
  const parts: ImportPart[] = [];
  const faults: ImportFault[] = [];
  let first = 0;
  let texts: string[] = [];
  let chars = 0;
  const end = (): void => {
    if (texts.length > 0) parts.push({ first, profiles: `[${texts.join(',')}]` });
  };
  for (const [place, profile] of profiles.entries()) {
    const text = JSON.stringify(profile);
    if (text.length > PART_CHARS) faults.push({ row: place + 1, message: `is longer than ${PART_CHARS} characters` });
    if (texts.length === PART_PROFILES || chars + text.length > PART_CHARS) {
      end();
      [first, texts, chars] = [place, [], 0];
    }
    texts.push(text);
    chars += text.length;
  }
  end();
  return faults.length > 0 ? { faults } : { imported: profiles.length, parts };
}

/** Reads imports in a thread, because a large one takes seconds. */
export function open() {
  return {
    read: (source: ImportSource): ImportParts => {
      const { readImport } = require('../imports/read-import.ts') as { readImport: typeof ReadImport };
      const read = readImport(source);
      return 'faults' in read ? read : partsOf(read.profiles);
    },
    close: (): void => undefined,
  };
}
