// Builds the page with the shared components alone, on which the browser tests try them, and one with React alone, beside which they
// time the console's: node packages/ui/build/gallery.ts <folder> [gallery | empty-page]
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { runRspack } from './run-rspack.ts';
import { flagFiles, rulesOf } from './config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const [path, page = 'gallery'] = process.argv.slice(2);
if (path === undefined) throw new Error('Say into which folder: node packages/ui/build/gallery.ts <folder>');

await runRspack('The gallery', {
  context: `${root}/packages/ui`,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  entry: { [page]: `./test/${page}.tsx` },
  output: {
    path,
    publicPath: '/',
    filename: '[name].js',
    cssFilename: '[name].css',
    assetModuleFilename: '[name][ext]',
  },
  resolve: {
    extensions: ['.ts', '.tsx', '.js'],
    alias: flagFiles(root),
  },
  module: { rules: rulesOf(false) },
  performance: false,
  optimization: { minimize: page !== 'gallery' },
  plugins: [new rspack.DefinePlugin({ 'process.env.NODE_ENV': '"production"' })],
  infrastructureLogging: { level: 'error' },
});
