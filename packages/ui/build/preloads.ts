import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatsChunk } from '@rspack/core';
import { PRELOADS_FILE, type preloadSteps } from '@numscope/contracts/screens';
import type { ConsolePart } from './parts.ts';

type PreloadStep = (typeof preloadSteps)[number];

/** The files that a step needs: those of an import, by its text, and of modules that federation shares. */
interface Step {
  name: PreloadStep;
  request: string;
  shared?: RegExp;
}

/** In the shell: the first paint, the login, everything behind it, the schemas of later calls. In a remote: its lifecycles. */
const steps: Record<'shell' | 'remote', readonly Step[]> = {
  shell: [
    {
      name: 'boot',
      request: './bootstrap.tsx',
      shared: /[\\/](?:react|react-dom)[\\/]|contracts[\\/]src[\\/]constants\.ts/,
    },
    { name: 'login', request: './login/login-page.tsx' },
    { name: 'console', request: './chrome/console.tsx', shared: /(?:contracts|client)[\\/]src[\\/]page\.ts/ },
    { name: 'later', request: './later-calls.ts' },
  ],
  remote: [{ name: 'remote', request: 'container entry' }],
};

/** The files that a part's page loads one after the other, by the step that needs them first. */
function preloadsOf(part: ConsolePart, chunks: readonly StatsChunk[]): Partial<Record<PreloadStep, string[]>> {
  const entries = new Set(chunks.filter((chunk) => chunk.initial).map(({ id }) => id));
  const taken = new Set<string>();
  const filesOf = ({ request, shared }: Step): string[] =>
    chunks
      .filter(({ origins = [], parents = [] }) =>
        origins.some(
          (origin) =>
            // The container's entry asks by its name alone.
            (origin.request || origin.moduleName) === request ||
            // What a shared module is here stands below an entry; elsewhere it is asked of whoever has it.
            (shared?.test(origin.moduleName ?? '') === true && parents.some((parent) => entries.has(parent))),
        ),
      )
      .flatMap((chunk) => chunk.files ?? [])
      .filter((file) => /\.(?:js|css)$/.test(file) && !taken.has(file));
  const found: Partial<Record<PreloadStep, string[]>> = {};
  for (const step of steps[part === 'shell' ? 'shell' : 'remote']) {
    const files = filesOf(step);
    if (part === 'shell' && files.length === 0)
      throw new Error(`nothing of the shell is asked for by ${step.request} any more: mend the steps of its preloads`);
    for (const file of files) taken.add(file);
    found[step.name] = step.name === 'remote' ? ['remoteEntry.js', ...files] : files;
  }
  return found;
}

/** Writes them beside the files; the gateway tells them in the page, so that none waits for the one before it. */
export async function writePreloads(part: ConsolePart, outDir: string, chunks: readonly StatsChunk[]): Promise<void> {
  await writeFile(join(outDir, PRELOADS_FILE), JSON.stringify(preloadsOf(part, chunks)));
}
