import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { consoleParts } from '@numscope/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageSender } from './page.ts';

const [SHELL] = consoleParts;
/** Names that carry the hash of their content never mean anything else. */
const hashed = /\.[0-9a-f]{8,}\.\w+(\.\w+)?$/;

/** Serves the built parts of the console under /assets/<part>/ and answers with the shell's page. */
export async function addConsoleFiles(
  app: FastifyInstance,
  consoleDir: string,
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
  return pageSender(await readFile(join(consoleDir, SHELL, 'dist', 'index.html'), 'utf8'));
}
