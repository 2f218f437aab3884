import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type ConsoleSettings, consoleParts } from '@numscope/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageSender } from './page.ts';
import { preloadLinks } from './preloads.ts';

const [SHELL] = consoleParts;
/** Names that carry the hash of their content never mean anything else. */
const hashed = /\.[0-9a-f]{8,}\.\w+(\.\w+)?$/;

/** As the text of a script block: no value of it ends the block. */
const inScript = (settings: ConsoleSettings): string => JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);

/** Serves the built parts of the console under /assets/<part>/ and answers with the shell's page, the settings in it. */
export async function addConsoleFiles(
  app: FastifyInstance,
  consoleDir: string,
  settings: ConsoleSettings,
): Promise<(reply: FastifyReply) => FastifyReply> {
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
  const page = await readFile(join(consoleDir, SHELL, 'dist', 'index.html'), 'utf8');
  const whole = page.replace('__SETTINGS__', () => inScript(settings));
  const linksOf = await preloadLinks(consoleDir, app.log);
  const senders = new Map<string, ReturnType<typeof pageSender>>();
  return (reply) => {
    // As many as there are screens' remotes, whatever paths are asked for.
    const links = linksOf(reply.request.url.split('?', 1)[0] ?? '/');
    let send = senders.get(links);
    if (send === undefined) senders.set(links, (send = pageSender(whole.replace('</head>', () => `${links}</head>`))));
    return send(reply);
  };
}
