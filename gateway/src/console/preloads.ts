import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleParts, PRELOADS_FILE, preloadSteps, remoteNames, remotes, screenAt } from '@numscope/contracts';
import { isMissingFile, reasonOf } from '@numscope/platform';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';

const [SHELL] = consoleParts;
/** As the console's build writes it (`packages/ui/build/preloads.ts`): files of a part by the step that needs them. */
const Preloads = z.partialRecord(z.enum(preloadSteps), z.array(z.string()));
type Preloads = z.infer<typeof Preloads>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

/** What a part's build says; nothing where it says nothing. Pages are whole without it, only later. */
async function preloadsOf(consoleDir: string, part: string, log: Log): Promise<Preloads> {
  const file = join(consoleDir, part, 'dist', PRELOADS_FILE);
  try {
    return Preloads.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (!isMissingFile(error)) log.warn({ file, reason: reasonOf(error) }, 'pages open later: build the console again');
    return {};
  }
}

const linksTo = (part: string, files: readonly string[] = []): string =>
  files
    .map(
      (file) =>
        `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/assets/${part}/${file}">`,
    )
    .join('');

/**
 * The links of a page that let its browser fetch at once what the scripts would ask for one after the other: those of the
 * login, or of the console and the remote of the path's screen.
 * @returns by the path of the page
 */
export async function preloadLinks(consoleDir: string, log: Log): Promise<(path: string) => string> {
  const shell = await preloadsOf(consoleDir, SHELL, log);
  const boot = linksTo(SHELL, shell.boot);
  const login = boot + linksTo(SHELL, shell.login);
  const inside = boot + linksTo(SHELL, shell.console);
  const begins = { first: inside, later: inside + linksTo(SHELL, shell.later) };
  const ofRemote = new Map(
    await Promise.all(
      remoteNames.map(async (name) => {
        const { folder, calls } = remotes[name];
        return [name, begins[calls] + linksTo(folder, (await preloadsOf(consoleDir, folder, log)).remote)] as const;
      }),
    ),
  );
  return (path) => {
    const screen = screenAt(path);
    return screen === undefined ? login : (ofRemote.get(screen.remote) ?? inside);
  };
}
