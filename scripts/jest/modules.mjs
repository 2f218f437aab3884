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

const OF = /\?of=.*$/;
/** A module of a folder of tests, and not what has a thread or process of its own. */
const HELPER = /^file:.*\/test\/(?!.*\/node_modules\/).*\.tsx?$/;

/** Helpers in folders of tests register hooks and keep what is open: each test file has them for itself. */
function ofItsFile(resolved, parent) {
  const of = OF.exec(parent ?? '');
  return of && HELPER.test(resolved.url) ? { ...resolved, url: resolved.url + of[0] } : resolved;
}

registerHooks({
  resolve(name, context, next) {
    if (name !== '@jest/globals') return ofItsFile(next(name, context), context.parentURL);
    return { url: globals + (OF.exec(context.parentURL)?.[0] ?? ''), shortCircuit: true };
  },
  // Node.js takes the types of .ts away by itself, but knows no JSX.
  load(url, context, next) {
    // A component names its style sheet, which only a page takes.
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!url.replace(OF, '').endsWith('.tsx')) return next(url, context);
    const { code } = require('@swc/core').transformFileSync(fileURLToPath(url), swc);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
