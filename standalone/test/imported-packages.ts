// Told a module by its URL, imports it and tells its parent which packages of others were loaded with it, and what of Node.js itself.
import { registerHooks } from 'node:module';

const packages = new Set<string>();
registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});

const module = process.argv[2] ?? '';
const error = await import(module).then(
  () => null,
  (reason: unknown) => String(reason),
);
process.send?.({ packages: [...packages].sort(), builtIn: Reflect.get(process, 'moduleLoadList'), error });
