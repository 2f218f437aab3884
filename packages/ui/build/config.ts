import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import * as core from '@rspack/core';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { remoteNames, remotes } from '@numscope/contracts/screens';
import { containerName, type ConsolePart } from './parts.ts';
import { scripts } from './scripts.ts';
import { workerAliases } from './workers.ts';

/** How a part is built: for the whole console, or to run alone on a developer's machine. */
export interface BuildMode {
  alone: boolean;
  outDir: string;
  /** Where the workers have been built to. */
  workers: string;
  dev: boolean;
}

const singleton = { singleton: true, requiredVersion: false } as const;

/** Each of these exists once on the page, whichever part came first. */
const shared = {
  react: singleton,
  'react/': singleton,
  'react-dom': singleton,
  'react-dom/': singleton,
  // Brings zod with it, and loads the schemas of later calls, so that all parts share those too.
  '@numscope/contracts': singleton,
  '@numscope/contracts/constants': singleton,
  // What asks the server, with its failures: those of one part are known to the others.
  '@numscope/client': singleton,
};

/**
 * The federation plugin asks for the CommonJS build of its runtime, which cannot be tree-shaken; half of it is never
 * run. This points its aliases and its entry to the ES modules of the same packages.
 */
function preferEsModules(compiler: core.Compiler): void {
  const { alias } = compiler.options.resolve;
  if (alias !== undefined && alias !== false) {
    for (const [name, target] of Object.entries(alias)) {
      if (name.startsWith('@module-federation/') && typeof target === 'string')
        alias[name] = target.replace(/\.cjs$/, '.js');
    }
  }
  new core.NormalModuleReplacementPlugin(/@module-federation[\\/].+[\\/]dist[\\/].*\.cjs$/, (data) => {
    data.request = data.request.replace(/\.cjs$/, '.js');
  }).apply(compiler);
}

/**
 * Every schema of zod carries how it is written as a JSON schema, 17 KB that only the server's documents need. In the console
 * each of these functions gives one that refuses.
 */
function withoutJsonSchemas(compiler: core.Compiler): void {
  new core.NormalModuleReplacementPlugin(/[\\/](?:to-json-schema|json-schema-processors)\.js$/, (data) => {
    const file = join(data.context, data.request);
    if (!/[\\/]zod[\\/]/.test(file)) return;
    const names = readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
    const refuse = "const refuse=()=>{throw new Error('JSON schemas are made by the server')},made=()=>refuse;";
    const given = [...names].map(([, name]) => `made as ${name}`).join(',');
    data.request = `data:text/javascript,${encodeURIComponent(`${refuse}export{${given}}`)}`;
  }).apply(compiler);
}

/** What every page needs, in one file, as one compresses better than seven. None of it asks for what is shared. */
const base =
  /[\\/](?:node_modules[\\/](?:react|react-dom|scheduler)[\\/]|contracts[\\/]src[\\/](?:constants|limits|lists|messages|screens|text[\\/]match-path)\.ts$)/;

/**
 * React's DOM asks for React and for itself by names that are shared, which would put each of them into a file of its own: none
 * may wait for what it shares itself. It takes the files beside it instead, so that all of them are one file.
 */
function withReactBeside(compiler: core.Compiler): void {
  new core.NormalModuleReplacementPlugin(/^react(?:-dom)?$/, (data) => {
    if (/[\\/]node_modules[\\/]react-dom[\\/]/.test(`${data.context}/`))
      data.request = createRequire(join(data.context, 'index.js')).resolve(data.request);
  }).apply(compiler);
}

function federation(part: ConsolePart, alone: boolean): ModuleFederationPlugin {
  const isShell = part === 'shell';
  return new ModuleFederationPlugin({
    name: containerName(part),
    ...(isShell
      ? {
          remotes: Object.fromEntries(
            remoteNames.map((name) => [name, `${name}@/assets/${remotes[name].folder}/remoteEntry.js`]),
          ),
        }
      : { filename: 'remoteEntry.js', exposes: { './lifecycles': './src/lifecycles.tsx' } }),
    shared,
    // 'version-first' would load every remote's entry at the start, and one dead remote would stop the shell.
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    dev: false,
    experiments: {
      // A remote loads no remotes.
      optimization: { disableSnapshot: true, disableRemote: !isShell, target: 'web' },
      // The shell carries the federation runtime for all; a remote that runs alone brings its own.
      ...(isShell ? { provideExternalRuntime: true } : alone ? {} : { externalRuntime: true }),
    },
  });
}

/** The package exports its flags only as text inside of scripts; as files each is loaded when it is seen. */
export const flagFiles = (root: string): Record<string, string> => ({
  'country-flag-files': `${root}/packages/ui/node_modules/country-flag-icons/3x2`,
});

/** How scripts, styles, fonts and flags are taken in. */
export const rulesOf = (dev: boolean): core.RuleSetRule[] => [
  scripts(dev),
  {
    test: /[\\/]contracts[\\/]src[\\/]calls[\\/].+\.ts$/,
    enforce: 'pre',
    loader: join(import.meta.dirname, 'slim-calls.ts'),
  },
  { test: /@module-federation[\\/]/, loader: join(import.meta.dirname, 'slim-federation.ts') },
  { test: /\.css$/, type: 'css/auto' },
  { test: /\.(woff2|svg)$/, type: 'asset/resource' },
];

/**
 * The rspack configuration of one part of the console.
 * @param part its folder name below frontends/
 * @param root the repository's folder
 */
export function consoleConfig(part: ConsolePart, root: string, mode: BuildMode): Configuration {
  const context = `${root}/frontends/${part}`;
  const hasPage = part === 'shell' || mode.alone;
  const hash = mode.dev ? '' : '.[contenthash:10]';
  return {
    name: part,
    context,
    mode: mode.dev ? 'development' : 'production',
    target: ['web', 'es2022'],
    // A page with a strict content security policy cannot run the eval of the quicker kinds.
    devtool: 'source-map',
    // The console loads only a remote's container. An entry that starts the remote alone would split its files.
    entry: hasPage ? { main: './src/index.tsx' } : {},
    output: {
      path: mode.outDir,
      publicPath: `/assets/${part}/`,
      uniqueName: containerName(part),
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      cssFilename: `[name]${hash}.css`,
      cssChunkFilename: `[name]${hash}.css`,
      assetModuleFilename: `[name]${hash}[ext]`,
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // The contracts and the client have an entry of their own for pages.
      conditionNames: ['console', '...'],
      alias: { ...flagFiles(root), ...workerAliases(part, root, mode.workers) },
    },
    module: { rules: rulesOf(mode.dev) },
    optimization: {
      runtimeChunk: false,
      // Short numbers: those made of the modules' names are five digits each, in each place where one asks for another.
      moduleIds: mode.dev ? 'named' : 'natural',
      chunkIds: mode.dev ? 'named' : 'deterministic',
      minimize: !mode.dev,
      // A file of its own for what comes from packages is asked for together with what uses it, and compresses less well.
      splitChunks: {
        cacheGroups: {
          defaultVendors: false,
          // In a remote it would bring React along for whatever takes a constant by its own path.
          ...(part === 'shell' ? { base: { test: base, name: 'base', enforce: true } } : {}),
        },
      },
    },
    performance: false,
    plugins: [
      federation(part, mode.alone),
      { apply: preferEsModules },
      { apply: withoutJsonSchemas },
      { apply: withReactBeside },
      new core.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(mode.dev ? 'development' : 'production') }),
      ...(hasPage
        ? [
            new core.HtmlRspackPlugin({
              template: `${root}/frontends/shell/src/index.html`,
              favicon: `${root}/frontends/shell/src/icon.svg`,
              filename: 'index.html',
              chunks: ['main'],
              scriptLoading: 'defer',
            }),
          ]
        : []),
    ],
    infrastructureLogging: { level: 'error' },
  };
}
