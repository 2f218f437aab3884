// Builds the page with the shared components alone, on which the browser tests try them: node packages/ui/build/gallery.ts <folder>
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { run } from './compile.ts';
import { flagFiles, rulesOf } from './config.ts';
import { workerAliases } from './workers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Say into which folder: node packages/ui/build/gallery.ts <folder>');

await run('The gallery', {
  context: `${root}/packages/ui`,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  entry: { gallery: './test/gallery.tsx' },
  output: {
    path,
    publicPath: '/',
    filename: '[name].js',
    cssFilename: '[name].css',
    assetModuleFilename: '[name][ext]',
  },
  resolve: {
    extensions: ['.ts', '.tsx', '.js'],
    // Nothing here exports a file.
    alias: { ...flagFiles(root), ...workerAliases(`${root}/packages/ui/src/export`), 'export-worker-file': false },
  },
  module: { rules: rulesOf(false) },
  performance: false,
  optimization: { minimize: false },
  plugins: [new rspack.DefinePlugin({ 'process.env.NODE_ENV': '"production"' })],
  infrastructureLogging: { level: 'error' },
});
