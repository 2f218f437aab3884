// What the modules of a test file are beside those of Node.js itself.
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const globals = new URL('globals.mjs', import.meta.url).href;
const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2024',
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
};

registerHooks({
  resolve: (name, context, next) =>
    name === '@jest/globals' ? { url: globals, shortCircuit: true } : next(name, context),
  // Node.js takes the types of .ts away by itself, but knows no JSX.
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context);
    const { code } = require('@swc/core').transformFileSync(fileURLToPath(url), swc);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
