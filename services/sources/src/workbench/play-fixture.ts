import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Preset } from '../presets/preset-file.ts';
import { type FixtureServer, startFixture } from './fixture-server.ts';

/** What plays a preset's provider on this machine. */
interface PlayedFixture extends FixtureServer {
  /** Credentials that it takes. */
  env: Readonly<Record<string, string>>;
}

/** In an `env` of a fixture: the address of its database. */
const DATABASE = '${database}';

/** Starts whatever the fixture consists of; its files are written into `folder`. */
export async function playFixture({ fixture }: Preset, folder: string): Promise<PlayedFixture> {
  for (const [file, text] of Object.entries(fixture.files)) writeFileSync(join(folder, file), text);
  const server = await startFixture(fixture.exchanges);
  // Loaded where a preset has one: PostgreSQL is no package of what runs in production.
  const database =
    fixture.database === undefined
      ? null
      : await import('./fixture-database.ts').then((played) => played.startFixtureDatabase(fixture.database ?? ''));
  const env = Object.entries(fixture.env).map(([name, value]) => [
    name,
    database === null ? value : value.replace(DATABASE, database.url),
  ]);
  return {
    origin: server.origin,
    env: Object.fromEntries(env),
    unused: () => server.unused(),
    async close() {
      await Promise.all([server.close(), database?.close()]);
    },
  };
}
