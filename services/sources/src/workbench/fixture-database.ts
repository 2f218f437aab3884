import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface FixtureDatabase {
  url: string;
  close(): Promise<void>;
}

/** PostgreSQL itself, compiled to WebAssembly, with what `sql` puts into it. Of the packages for development. */
export async function startFixtureDatabase(sql: string): Promise<FixtureDatabase> {
  const db = await PGlite.create();
  await db.exec(sql);
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 20 });
  await server.start();
  return {
    url: `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    async close() {
      await server.stop();
      await db.close();
    },
  };
}
