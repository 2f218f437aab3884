import { type FileHandle, open } from 'node:fs/promises';

/** A phone of the run by its place: they come in the order of their digits, as an export does. */
const phoneOf = (place: number): string => `+99890${String(1_000_000 + place).padStart(7, '0')}`;

const AT = 1_750_000_000_000;

/** A profile as an export carries it, made up of two or three sources that do not agree in everything. */
function lineOf(place: number): string {
  const phone = phoneOf(place);
  const said = (source: string, trust: number, fields: object) => ({
    id: `${source}:${phone}`,
    source,
    at: AT + place,
    cached: place % 2 === 0,
    status: 'FOUND',
    fields,
    trust,
  });
  const observations = [
    said('TELEGRAM', 0.8, {
      names: [{ name: `Anvar Karimov ${place}`, type: 'OK' }],
      city: place % 3 === 0 ? 'Tashkent' : 'Samarkand',
      emails: [`a${place}@example.com`],
    }),
    said('VIBER', 0.6, { names: [{ name: `Анвар Каримов ${place}`, type: 'TT' }], city: 'Ташкент', lastOnline: AT }),
    ...(place % 5 === 0 ? [{ ...said('SANDBOX', 0.5, { birthDate: '1990-01-31' }), observedAt: AT - 1000 }] : []),
  ];
  return JSON.stringify({ id: `profile-${place}`, phone, createdTimestamp: AT - place, observations });
}

const LINES_AT_ONCE = 1000;

/** Writes so many profiles into a file, a line each. */
export async function writeProfileLines(path: string, count: number): Promise<void> {
  const file: FileHandle = await open(path, 'w');
  try {
    for (let place = 0; place < count; place += LINES_AT_ONCE) {
      const lines = Array.from({ length: Math.min(LINES_AT_ONCE, count - place) }, (_none, at) => lineOf(place + at));
      await file.writeFile(`${lines.join('\n')}\n`);
    }
  } finally {
    await file.close();
  }
}
