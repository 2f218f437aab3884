import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Configuration, rspack } from '@rspack/core';
import * as z from 'zod';

const folder = join(import.meta.dirname, '..');
const root = join(folder, '..', '..');

const Manifest = z.object({ version: z.string(), license: z.string() });

/** One file of plain JavaScript with all that it needs, for browsers as it is and for Node.js. */
const scriptConfig = (outDir: string): Configuration => ({
  name: 'client',
  context: root,
  mode: 'production',
  target: 'es2022',
  devtool: false,
  entry: { index: join(folder, 'src', 'index.ts') },
  output: { path: outDir, filename: '[name].js', module: true, library: { type: 'modern-module' } },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        type: 'javascript/auto',
      },
    ],
  },
  // Whoever builds a page with it makes it small; whoever looks into it wants to read it.
  optimization: { minimize: false, concatenateModules: true },
  performance: false,
  plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  infrastructureLogging: { level: 'error' },
});

/** @throws Error with the compiler's own words */
function compileScript(outDir: string): Promise<void> {
  const compiler = rspack(scriptConfig(outDir));
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) return reject(failure);
        if (stats === undefined || stats.hasErrors())
          return reject(
            new Error(`The client does not build:\n${stats?.toString({ all: false, errors: true, colors: false })}`),
          );
        resolve();
      });
    });
  });
}

const Exports = z.object({ exports: z.record(z.string(), z.union([z.string(), z.object({ default: z.string() })])) });

/** The file of each export of the contracts, from their folder on, with its name in JavaScript. */
async function exportsOfContracts(): Promise<(name: string) => string> {
  const path = join(root, 'packages', 'contracts', 'package.json');
  const { exports } = Exports.parse(JSON.parse(await readFile(path, 'utf8')));
  return (name) => {
    const file = exports[name];
    if (file === undefined) throw new Error(`The contracts have no export ${name}`);
    return (typeof file === 'string' ? file : file.default).replace(/\.ts$/, '.js');
  };
}

/** Writes the types, which name the contracts by the package of the workspace, so that they name them by their files. */
async function writeTypes(outDir: string): Promise<void> {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', outDir];
  await promisify(execFile)(tsc, ['-p', join(folder, 'tsconfig.build.json'), ...emit], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout?: string }) => {
    throw new Error(`The types of the client are not written:\n${error.stdout ?? String(error)}`, { cause: error });
  });
  const declared = await exportsOfContracts();
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    const named = text
      .replaceAll(
        /'@numscope\/contracts(\/[\w-]+)?'/g,
        (_, name: string = '') => `'./${relative(entry.parentPath, join(outDir, 'contracts', declared(`.${name}`)))}'`,
      )
      .replaceAll(/(['"])(\.\.?\/[^'"]+)\.ts\1/g, '$1$2.js$1');
    await writeFile(path, named.replaceAll("'./../", "'../"));
  }
}

/** What the package says of itself. */
async function manifest(): Promise<string> {
  const { version, license } = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const zod = Manifest.pick({ version: true }).parse(
    JSON.parse(await readFile(join(folder, 'node_modules', 'zod', 'package.json'), 'utf8')),
  );
  const types = './types/client/src/index.d.ts';
  return `${JSON.stringify(
    {
      name: '@numscope/client',
      version,
      description: 'Calls of Numscope, typed, for browsers and Node.js',
      license,
      type: 'module',
      sideEffects: false,
      exports: { '.': { types, default: './index.js' }, './package.json': './package.json' },
      types,
      files: ['index.js', 'types', 'README.md', 'LICENSE'],
      engines: { node: '>=20.3' },
      // For the types alone: the script brings what it needs of it.
      dependencies: { zod: zod.version },
    },
    null,
    2,
  )}\n`;
}

/**
 * Builds the package that programs outside of this repository install: JavaScript, types, README, license.
 * @param outDir what stood there is removed
 * @throws Error with the compiler's words
 */
export async function buildClientPackage(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  await Promise.all([compileScript(outDir), writeTypes(join(outDir, 'types'))]);
  await writeFile(join(outDir, 'package.json'), await manifest());
  await copyFile(join(folder, 'README.md'), join(outDir, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
}
