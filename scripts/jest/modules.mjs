// What the modules of a test file are beside those of Node.js itself.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
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

/** Which test file a module is of, and whether that has a page. */
const OF = /\?(of|page)=.*$/;
/** A module of a folder of tests, and not what has a thread or process of its own. */
const HELPER = /^file:.*\/test\/(?!.*\/node_modules\/).*\.tsx?$/;
/** A module of the console. */
const CONSOLE = /^file:.*\/(?:frontends\/[^/]+|packages\/ui)\/src\/.*\.tsx?$/;

/**
 * Helpers in folders of tests register hooks and keep what is open: each test file has them for itself. Modules of the
 * console keep what a page keeps, as its language and who is signed in: a file with a page has them for itself, too.
 */
function ofItsFile(resolved, parent) {
  const [of, kind] = OF.exec(parent ?? '') ?? [];
  const isOwn = of && (HELPER.test(resolved.url) || (kind === 'page' && CONSOLE.test(resolved.url)));
  return isOwn ? { ...resolved, url: resolved.url + of } : resolved;
}

/** The JavaScript of files that were read before: what each file has for itself is read once. */
const read = new Map();
function javascriptOf(path) {
  const make = () =>
    path.endsWith('.tsx')
      ? require('@swc/core').transformFileSync(path, swc).code
      : stripTypeScriptTypes(readFileSync(path, 'utf8'));
  const code = read.get(path) ?? make();
  read.set(path, code);
  return code;
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
    const file = url.replace(OF, '');
    if (!file.endsWith('.tsx') && !(file !== url && CONSOLE.test(file))) return next(url, context);
    return { format: 'module', source: javascriptOf(fileURLToPath(file)), shortCircuit: true };
  },
});
