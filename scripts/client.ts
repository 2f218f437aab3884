// `node scripts/run.mjs client`: the package of the client for programs elsewhere, into packages/client/dist; `npm pack` or
// `npm publish` there does the rest.
import { join } from 'node:path';
import { buildClientPackage } from '../packages/client/build/build-package.ts';
import { root } from './steps.ts';

const dist = join(root, 'packages', 'client', 'dist');
await buildClientPackage(dist);
console.log(`The package is built: ${dist}`);
