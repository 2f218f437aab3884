// `node scripts/run.mjs dependencies [--strict]`: whether an advisory is known of a package that runs in production, by the
// registry's word. Ends with 1 where there is one that infra/accepted-advisories.json does not accept with a reason and a
// day. A registry that answers no such question is told of as NOT CHECKED: nothing is claimed then, and it ends with 0, but
// with --strict, as before a release, with 1.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Accepted, faultsOf, Report } from './dependencies/advisories.ts';
import { pnpm } from './dependencies/pnpm.ts';
import { root } from './steps.ts';

const isStrict = process.argv.slice(2).includes('--strict');
const accepted = Accepted.parse(JSON.parse(readFileSync(join(root, 'infra/accepted-advisories.json'), 'utf8')));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const { out, fault } = await pnpm(['audit', '--prod', '--json']);
const report = Report.safeParse(parsed(out));
if (report.success) {
  const faults = faultsOf(report.data, accepted, new Date().toISOString().slice(0, 10));
  for (const line of faults) console.log(`== dependencies: ${line}`);
  if (faults.length === 0) console.log(`== dependencies: no advisory is open, ${accepted.length} accepted`);
  process.exit(faults.length > 0 ? 1 : 0);
}
const why = (fault || out).replaceAll(/\s+/g, ' ').trim().slice(0, 300);
console.log(`== dependencies: NOT CHECKED, as the registry told no advisories: ${why}`);
process.exit(isStrict ? 1 : 0);
