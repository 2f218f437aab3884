import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import * as core from '@rspack/core';
import { containerName, type ConsolePart } from './parts.ts';
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
  // With zod behind it; the schemas of all calls are needed by every part.
  '@numscope/contracts': singleton,
  '@numscope/contracts/constants': singleton,
  // What asks the server, with its failures: those of one part are known to the others.
  '@numscope/client': singleton,
};

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

/**
 * Pages show the texts of faults that the server answers, and raise none: all its codes and texts, 4 KB, stay out of the contracts
 * that each page loads. What needs the catalogue imports it by its own path; a rule of oxlint holds this.
 */
function withoutErrorTexts(compiler: core.Compiler): void {
  new core.NormalModuleReplacementPlugin(/^\.\/errors\.ts$/, (data) => {
    if (/[\\/]contracts[\\/]src$/.test(data.context)) data.request = './error-body.ts';
  }).apply(compiler);
}

/**
 * Module federation as the compiler has it built in. The packages that add manifests, plugins and versions to choose from
 * bring 25 KB of their own to each page, and nothing here asks for any of that. The shell names no remotes: what is named
 * would be loaded at the start, and it needs one, when its screen is opened (`frontends/shell/src/remotes/load-remote.ts`).
 */
function federation(part: ConsolePart): core.RspackPluginInstance[] {
  const sharing = new core.sharing.SharePlugin({ shared });
  if (part === 'shell') return [sharing];
  const name = containerName(part);
  const container = new core.container.ContainerPlugin({
    name,
    library: { type: 'var', name },
    filename: 'remoteEntry.js',
    exposes: { './lifecycles': './src/lifecycles.tsx' },
  });
  return [container, sharing];
}

/** The package exports its flags only as text inside of scripts; as files each is loaded when it is seen. */
export const flagFiles = (root: string): Record<string, string> => ({
  'country-flag-files': `${root}/packages/ui/node_modules/country-flag-icons/3x2`,
});

/** How scripts, styles, fonts and flags are taken in. */
export const rulesOf = (dev: boolean): core.RuleSetRule[] => [
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: dev } },
        target: 'es2022',
      },
    },
    type: 'javascript/auto',
  },
  {
    test: /[\\/]contracts[\\/]src[\\/]calls[\\/].+\.ts$/,
    enforce: 'pre',
    loader: join(import.meta.dirname, 'slim-calls.ts'),
  },
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
    // Of a remote within the console only the container is loaded; what starts it alone would split its files.
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
      alias: { ...flagFiles(root), ...workerAliases(part, root, mode.workers) },
    },
    module: { rules: rulesOf(mode.dev) },
    optimization: {
      runtimeChunk: false,
      chunkIds: mode.dev ? 'named' : 'deterministic',
      minimize: !mode.dev,
      // A file of its own for what comes from packages is asked for together with what uses it, and compresses less well.
      splitChunks: { cacheGroups: { defaultVendors: false } },
    },
    performance: false,
    plugins: [
      ...federation(part),
      { apply: withoutJsonSchemas },
      { apply: withoutErrorTexts },
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
