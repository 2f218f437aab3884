import type { ExportDocument } from '../src/export/export-document.ts';

/** What would run, be markup or be no XML, and letters of the seven languages. */
export const nasty = [
  '=HYPERLINK("http://x.example/")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '<script>alert(1)</script>',
  '<!--',
  ']]>',
  '"\' onload="x',
  'a & b &amp; c',
  '_x0041_',
  'O‘zbekcha gʻ',
  'Ўқитувчи Ғайрат Ҳакимов, Ёлка',
  'Ñandú, garçon, João',
  'one\ntwo',
];
export const badCharacters = 'a\u0000b\u000Bc\uD800d\uFFFEe';

const said = { source: 'HIYA', at: '2026-11-20 10:41:07 UTC', observedAt: null, cached: true };

/** Two records: one with every nasty text, and one without anything but its id. */
export const exampleDocument = (texts: readonly string[] = nasty): ExportDocument => ({
  language: 'en-GB',
  title: 'Profiles',
  facts: [{ name: 'search', label: 'Search', value: 'Profiles with a name that begins with “<b>”' }],
  columns: [
    { name: 'phone', heading: 'Phone', width: 18 },
    { name: 'texts', heading: 'Texts', width: 20 },
    { name: 'confidence', heading: 'Confidence', width: 11 },
  ],
  records: [
    {
      id: '+447700900142',
      heading: 'Marta <Lindgren> · +447700900142',
      mark: 'Made-up person',
      photos: ['p1'],
      values: [
        [{ value: '+447700900142', said: [] }],
        texts.map((value) => ({ value, said: [said] })),
        [{ value: 0.75, said: [] }],
      ],
    },
    {
      id: '+447700900143',
      heading: '+447700900143',
      mark: null,
      photos: [],
      values: [[{ value: '+447700900143', said: [] }], [], []],
    },
  ],
  words: {
    photo: 'Photo',
    records: 'A/B: [2026]',
    about: 'About',
    otherScript: '[another script]',
    otherScriptNote: 'Some words stand in other formats only.',
  },
  provenance: {
    title: 'Who says it',
    record: 'Phone',
    field: 'Field',
    value: 'Value',
    source: 'Source',
    asked: 'Asked at',
    observed: 'So at',
    cached: 'cached',
  },
});

/** A JPEG of one pixel. */
export const pixel = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
);
export const photos = new Map([['p1', { type: 'image/jpeg', bytes: new Uint8Array(pixel), width: 1, height: 1 }]]);
