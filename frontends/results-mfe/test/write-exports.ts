// Writes exports of some people in each language and format into a folder, with what each file must have, for whoever opens
// them with the programs of others: node write-exports.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { languages, type Profile } from '@numscope/contracts';
import { portrait } from '@numscope/testing/portraits';
import { writeDocx } from '@numscope/ui/export/write-docx.ts';
import { writeHtml } from '@numscope/ui/export/write-html.ts';
import { pdfWriter } from '@numscope/ui/export/write-pdf.ts';
import { writeText } from '@numscope/ui/export/write-text.ts';
import { writeXlsx } from '@numscope/ui/export/write-xlsx.ts';
import { writeXml } from '@numscope/ui/export/write-xml.ts';
import { languageNames } from '@numscope/ui/i18n/languages.ts';
import { loadCatalog } from '@numscope/ui/i18n/load-catalog.ts';
import { exportWords } from '../src/features/export/export-words.ts';
import { profilesDocument } from '../src/features/export/profiles-document.ts';
import { english, translations } from '../src/texts/catalogs.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder: node write-exports.ts FOLDER');
const PEOPLE = 4;
const ofConsole = createRequire(import.meta.resolve('@numscope/ui/export/write-pdf.ts'));
const font = ofConsole.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
const writers = {
  txt: writeText,
  xml: writeXml,
  html: writeHtml,
  xlsx: writeXlsx,
  docx: writeDocx,
  pdf: pdfWriter(new Uint8Array(readFileSync(font))),
};

/** Letters of all languages, and what would run or be markup. */
const told = [
  'Гайрат Ҳакимов, Ўқитувчи',
  'G‘ayrat, João Ñandú, garçon',
  '=1+1',
  '@SUM(A1)',
  '<script>x</script> & "y"',
];

const nobody = {
  firstName: null,
  lastName: null,
  maidenName: null,
  birthDate: null,
  gender: 'FEMALE',
  married: true,
  religion: null,
  political: null,
  city: null,
  country: null,
  university: null,
  universityYearEnd: 2001,
  faculty: null,
  chair: null,
  about: null,
  lastOnline: null,
  online: null,
  accountType: null,
  accountStatus: null,
};

const person = (place: number): Profile => ({
  ...nobody,
  id: String(place),
  phone: `+44770090014${place}`,
  names: told.map((name) => ({ name, type: 'OK' })),
  emails: [`=${place}@x.example`],
  phones: [],
  addresses: [],
  socialNetworks: [],
  sources: ['HIYA', 'SANDBOX'],
  images: [`picture${place}`],
  photos: [{ imageId: `picture${place}`, source: 'HIYA' }],
  friends: [],
  schools: [],
  work: [],
  sites: [],
  additionalContact: [],
  accountOptions: [],
  confidence: 0.75,
  disagreements: [],
  otherHolder: null,
  earlier: [],
  createdTimestamp: 1,
  timestamp: Date.UTC(2026, 10, 20),
  line: null,
  numbering: null,
  provenance: {
    names: told.map((name) => ({ source: 'HIYA', at: 1, observedAt: null, cached: true, value: { name, type: 'OK' } })),
  },
  jobs: [1],
});

// A picture each that no other has: what stands behind the end of a JPEG is passed over.
const photos = new Map(
  Array.from({ length: PEOPLE }, (_none, place) => {
    const bytes = new Uint8Array(Buffer.concat([portrait('a-1'), Buffer.from(String(place))]));
    return [`picture${place}`, { type: 'image/jpeg', bytes, width: 160, height: 160 }] as const;
  }),
);
const expected: Record<string, { texts: string[]; pictures: number }> = {};
for (const language of languages) {
  const catalog: Readonly<Record<string, string>> = (await loadCatalog(translations, language)) ?? english;
  const say = (word: string): string => catalog[word] ?? word;
  const { tag } = languageNames[language];
  const facts = [{ name: 'search', label: say('exportSearch'), value: '<b>' }];
  const profiles = Array.from({ length: PEOPLE }, (_none, place) => person(place));
  const document = profilesDocument(profiles, {
    language: tag,
    words: exportWords(say),
    total: { count: 2041, atLeast: false },
    facts,
  });
  for (const [format, write] of Object.entries(writers)) {
    const blob = await write(document, { photos, progress: () => undefined });
    writeFileSync(join(folder, `${language}.${format}`), new Uint8Array(await blob.arrayBuffer()));
  }
  const words = [
    'exportTitle',
    'exportSearch',
    'madeUpPerson',
    'bestName',
    'emailsSection',
    'married',
    'female',
    'yes',
  ];
  expected[language] = {
    texts: [...words.map(say), ...told, `=${PEOPLE - 1}@x.example`, '<b>', 'HIYA 1970-01-01 00:00:00 UTC'],
    pictures: PEOPLE,
  };
}
writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
