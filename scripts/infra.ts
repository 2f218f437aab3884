// Checks compose, Kubernetes and the images as far as the tools of this machine go: `node scripts/run.mjs infra
// [--strict]`. Says what it ran and which tool was missing; ends with 1 for what is wrong, with --strict also for what
// could not be looked at.
import { checkAlerts } from './infra/check-alerts.ts';
import { checkCompose } from './infra/check-compose.ts';
import { checkKubernetes } from './infra/check-kubernetes.ts';
import { runImageTrees } from './infra/run-image-trees.ts';
import type { Finding } from './infra/tools.ts';

const strict = process.argv.slice(2).includes('--strict');
const findings: Finding[] = [];
for (const check of [checkCompose, checkKubernetes, checkAlerts, runImageTrees]) findings.push(...(await check()));

console.log('\n== what was looked at');
const signs = { right: 'right  ', wrong: 'WRONG  ', skipped: 'skipped' } as const;
for (const { what, result, why } of findings)
  console.log(`${signs[result]}  ${what}${why === undefined ? '' : `: ${why}`}`);
const bad = findings.filter(({ result }) => result === 'wrong' || (strict && result === 'skipped'));
process.exit(bad.length > 0 ? 1 : 0);
