/** What is left of a file, or what to take out of it. */
type Change = { file: RegExp } & (
  | { whole: string }
  | { cuts: ReadonlyArray<readonly [pattern: RegExp, left: string]> }
);

const refuse = "() => { throw new Error('The build leaves this out: packages/ui/build/slim-federation.ts') }";

/** A function or a method of a class as the package writes it, from its first line to the brace at the same depth. */
const functionNamed = (name: string): RegExp => new RegExp(`^async function ${name}\\([^]*?^\\}$`, 'm');
const methodNamed = (name: string): RegExp => new RegExp(`^\\t(?:async )?${name}\\([^]*?^\\t\\}$`, 'm');
const refused = (name: string): readonly [RegExp, string] => [functionNamed(name), `const ${name} = ${refuse};`];
const refusedMethod = (name: string): readonly [RegExp, string] => [methodNamed(name), `\t${name} = ${refuse};`];

/** What is changed, by the end of the file's path below `@module-federation/`. */
const changes: readonly Change[] = [
  // Snapshots are of manifests, and the build writes none.
  {
    file: /runtime-core\/dist\/plugins\/snapshot\/SnapshotHandler\.js$/,
    // Who takes a remote away that failed (`load-remote.ts` in the shell) looks into both of these.
    whole: `import { DisabledSnapshotHandler } from './disabled.js';
      export class SnapshotHandler extends DisabledSnapshotHandler { manifestCache = new Map(); }
      export const getGlobalRemoteInfo = () => ({});`,
  },
  // The gateway's page names what is to be loaded ahead.
  {
    file: /runtime-core\/dist\/utils\/preload\.js$/,
    whole: `const refuse = ${refuse}; export { refuse as defaultPreloadArgs, refuse as formatPreloadArgs, refuse as normalizePreloadExposes, refuse as preloadAssets };`,
  },
  { file: /runtime-core\/dist\/remote\/index\.js$/, cuts: [refusedMethod('preloadRemote')] },
  // Their entries are scripts.
  {
    file: /runtime-core\/dist\/utils\/load\.js$/,
    cuts: [refused('loadEsmEntry'), refused('loadSystemJsEntry'), refused('loadEntryNode')],
  },
  // Remotes are asked for by their names where they are shown, not imported, and not to see what they share.
  { file: /webpack-bundler-runtime\/dist\/remotes\.js$/, whole: 'export const remotes = () => undefined;' },
  // Nothing is shared eagerly: a part's first script loads all that is shared one step later.
  {
    file: /runtime-core\/dist\/shared\/index\.js$/,
    cuts: [
      refusedMethod('loadShareSync'),
      [/^\t\tconst initRemoteModule = [^]*?^\t\t\};$/m, `\t\tconst initRemoteModule = ${refuse};`],
    ],
  },
  {
    file: /webpack-bundler-runtime\/dist\/installInitialConsumes\.js$/,
    whole: `const refuse = ${refuse}; export const installInitialConsumes = ({ initialConsumes }) => initialConsumes.forEach(refuse);`,
  },
  // What is shared is shared whole.
  {
    file: /webpack-bundler-runtime\/dist\/init\.js$/,
    cuts: [[/^\tif \(USE_SHARED\) \{$[^]*?^\t\}$/m, '']],
  },
  {
    file: /webpack-bundler-runtime\/dist\/getSharedFallbackGetter\.js$/,
    whole: `export const getSharedFallbackGetter = ${refuse};`,
  },
  {
    file: /runtime-core\/dist\/helpers\.js$/,
    whole: 'export default { global: {}, share: {}, utils: {} };',
  },
  // What is shared and consumed is all in a part's first script; nothing is added to it by a later one.
  {
    file: /webpack-bundler-runtime\/dist\/updateOptions\.js$/,
    whole:
      'export const updateConsumeOptions = () => undefined; export const updateRemoteOptions = updateConsumeOptions;',
  },
];

/** @throws Error when the package is no longer written as it was: look what it has become */
export function slimFile(path: string, source: string): string {
  const change = changes.find(({ file }) => file.test(path.replaceAll('\\', '/')));
  if (change === undefined) return source;
  if ('whole' in change) return change.whole;
  return change.cuts.reduce((text, [pattern, left]) => {
    if (!pattern.test(text)) throw new Error(`No ${pattern} in ${path}`);
    return text.replace(pattern, () => left);
  }, source);
}

/**
 * A loader for the federation's runtime, which a page loads before anything else: 6 KB of it are for what the console has not
 * got, and no option leaves them out.
 */
function slimFederation(this: { resourcePath: string }, source: string): string {
  return slimFile(this.resourcePath, source);
}

/** @public rspack takes it by the file's name */
export default slimFederation;
