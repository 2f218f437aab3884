import { type Configuration, rspack } from '@rspack/core';

/** The files of the console's workers, by the name under which `new URL(name, import.meta.url)` finds them. */
export const workerAliases = (folder: string): Record<string, string> => ({
  'export-worker-file': `${folder}/export-worker.js`,
});

/**
 * Workers are built by themselves, each into one file: within a federated part they would ask for the federation's
 * runtime, which is on the page and not in a worker.
 */
function workersConfig(root: string, folder: string): Configuration {
  return {
    name: 'workers',
    context: root,
    mode: 'production',
    target: ['webworker', 'es2022'],
    devtool: false,
    entry: { 'export-worker': `${root}/packages/ui/src/export/export-worker.ts` },
    output: { path: folder, filename: '[name].js', clean: true },
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
    optimization: { splitChunks: false },
    performance: false,
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * Builds the workers into a folder.
 * @throws Error with the compiler's own words
 */
export function compileWorkers(root: string, folder: string): Promise<void> {
  const compiler = rspack(workersConfig(root, folder));
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) return reject(failure);
        if (stats === undefined || stats.hasErrors())
          return reject(
            new Error(`The workers do not build:\n${stats?.toString({ all: false, errors: true, colors: false })}`),
          );
        resolve();
      });
    });
  });
}
