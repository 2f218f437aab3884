// `node scripts/run.mjs sbom [--out FILE]`: the software bill of materials of what runs in production, as CycloneDX 1.6 in
// JSON, made of the lock file and of the installed packages' own words on their licences. To FILE, or to the standard
// output.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './dependencies/bill-of-materials.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const bill = await billOfMaterials();
if (values.out === undefined) process.stdout.write(bill);
else writeFileSync(values.out, bill);
