import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from '../../src/product/installation.ts';
import { ADMIN_PASSWORD, type Product } from '../../src/product/product.ts';
import { pythonCache, pythonPackages } from '../../src/schemathesis/python-packages.ts';
import { productForAll, usual } from '../../src/product/tested-product.ts';

const execute = promisify(execFile);
const scripts = join(root, 'infra', 'python-client');
// Before anything is connected: installing holds this process up.
const programs = pythonPackages();

let product: Product;
let folder: string;
productForAll((opened) => ({ product } = opened), usual);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'numscope-python-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  execute(join(programs, program), args, {
    cwd: folder,
    // The generator formats what it writes by a program of its own environment.
    env: {
      PATH: `${programs}:${dirname(process.execPath)}`,
      PYTHONPATH: folder,
      PYTHONPYCACHEPREFIX: pythonCache,
      ...env,
    },
    timeout: 180_000,
  });

it('is described so that a client in Python is made of it without a warning, and does a whole job', async () => {
  const description = await fetch(`${product.url}/api/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await description.text());
  const options = {
    path: 'openapi.json',
    config: join(scripts, 'generator.yaml'),
    meta: 'none',
    'output-path': join(folder, 'numscope_client'),
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const generated = await run('openapi-python-client', ['generate', ...words, '--fail-on-warning']);
  expect(generated.stdout).not.toMatch(/warning|unable/i);
  const { stdout } = await run('python', [join(scripts, 'walk.py'), product.url], {
    NUMSCOPE_PASSWORD: ADMIN_PASSWORD,
  });
  expect(JSON.parse(stdout)).toEqual({
    refused: [401, 'BAD_CREDENTIALS'],
    job: { status: 'DONE', found: true, numbers: 40 },
    profile: true,
    areAlike: true,
    imported: true,
    nobody: [404, 'NOT_FOUND'],
    wrong: [400, expect.any(String)],
    audit: ['admin [Python]'],
    revoked: 204,
    loggedOut: 204,
    after: [401, 'UNAUTHORIZED'],
  });
});
