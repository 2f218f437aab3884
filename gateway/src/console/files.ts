import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type ConsoleSettings, consoleParts, PRELOADS_FILE } from '@numscope/contracts';
import { isMissingFile, reasonOf } from '@numscope/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageSender } from './page.ts';
import { preloadLinks } from './preloads.ts';

const [SHELL] = consoleParts;
const PAGE = join(SHELL, 'dist', 'index.html');
/** Names that carry the hash of their content never mean anything else. */
const hashed = /\.[0-9a-f]{8,}\.\w+(\.\w+)?$/;

/** As the text of a script block: no value of it ends the block. */
const inScript = (settings: ConsoleSettings): string => JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);

/**
 * Serves the built parts of the console under /assets/<part>/ and answers with the shell's page, the settings in it. Both
 * are read anew when the console was built again meanwhile: the page of before names files that are gone.
 */
export async function addConsoleFiles(
  app: FastifyInstance,
  consoleDir: string,
  settings: ConsoleSettings,
): Promise<(reply: FastifyReply) => Promise<FastifyReply>> {
  for (const name of consoleParts.filter((part) => existsSync(join(consoleDir, part)))) {
    await app.register(fastifyStatic, {
      root: join(consoleDir, name, 'dist'),
      prefix: `/assets/${name}/`,
      decorateReply: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore',
      suppressWarning: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  let shown = await readPage(consoleDir, settings, app.log);
  return async (reply) => {
    if ((await buildOf(consoleDir)) !== shown.build) {
      // While a build is put in its place there is no page for a moment: the one before stays until the next is asked for.
      shown = await readPage(consoleDir, settings, app.log).catch((error: unknown) => {
        if (!isMissingFile(error))
          app.log.warn({ reason: reasonOf(error) }, 'the page of before the last build is shown');
        return shown;
      });
    }
    return shown.send(reply);
  };
}

/** What tells one build of the console from another, as far as its page is made of it. */
async function buildOf(consoleDir: string): Promise<string> {
  const files = [PAGE, ...consoleParts.map((part) => join(part, 'dist', PRELOADS_FILE))];
  const found = await Promise.all(
    files.map((file) =>
      stat(join(consoleDir, file)).then(
        ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
        () => '',
      ),
    ),
  );
  return found.join('|');
}

/** The shell's page as it is built now, with the settings in it. */
async function readPage(consoleDir: string, settings: ConsoleSettings, log: FastifyInstance['log']) {
  const build = await buildOf(consoleDir);
  const page = await readFile(join(consoleDir, PAGE), 'utf8');
  const whole = page.replace('__SETTINGS__', () => inScript(settings));
  const linksOf = await preloadLinks(consoleDir, log);
  const senders = new Map<string, ReturnType<typeof pageSender>>();
  const send = (reply: FastifyReply): FastifyReply => {
    // As many as there are screens' remotes, whatever paths are asked for.
    const links = linksOf(reply.request.url.split('?', 1)[0] ?? '/');
    let one = senders.get(links);
    if (one === undefined) senders.set(links, (one = pageSender(whole.replace('</head>', () => `${links}</head>`))));
    return one(reply);
  };
  return { build, send };
}
