import { expect, it } from '@jest/globals';
import { slimFile } from '../build/slim-federation.ts';

const file = '/x/node_modules/@module-federation/runtime-core/dist/utils/load.js';

it('puts a function that refuses in the place of what the console never calls, and leaves the rest', () => {
  const source = [
    ...['loadEsmEntry', 'loadSystemJsEntry', 'loadEntryNode'].map(
      (name) => `async function ${name}({ entry }) {\n\tgo();\n}`,
    ),
    'export const kept = 1;',
  ].join('\n');
  const left = slimFile(file, source);
  expect(left).toMatch(/^const loadEsmEntry = \(\) => \{ throw .+\};$/m);
  expect(left).not.toContain('go()');
  expect(left).toContain('export const kept = 1;');
  expect(slimFile('/x/node_modules/@module-federation/sdk/dist/env.js', source)).toBe(source);
});

it('fails the build when the package is no longer written as it was', () => {
  expect(() => slimFile(file, 'export const loadEsmEntry = 1;')).toThrow(/loadEsmEntry.+load\.js/);
});
