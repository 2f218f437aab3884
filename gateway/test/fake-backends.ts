import { PassThrough } from 'node:stream';
import {
  apiError,
  calls,
  type Me,
  type ServiceHealth,
  type ServiceName,
  serviceNames,
  type User,
} from '@numscope/contracts';
import { createServiceApp, healthCheck, route, type ServiceKit } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { type Backend, embeddedUpstream } from '../src/app.ts';
import { remoteBackends } from '../src/http/remote-upstream.ts';

export interface FakeServices {
  backends: Record<ServiceName, Backend>;
  /** What reached a service, in order: its request id and address. */
  seen: Array<{ url: string; requestId: string; ip: string }>;
  /** Makes a service say that one of its parts is down, or be out of reach. */
  healthBy(service: ServiceName, health: () => Promise<ServiceHealth>): void;
  /** Answers streamed exports from now on, which go on for good. */
  keepExporting(): void;
  close(): Promise<void>;
}

/** Of the list of profiles that they answer: much more than connections hold by themselves. */
export const LARGE_BYTES = 16 * 1024 * 1024;

/**
 * Small real services: what the gateway passes on to; each listening on a port of its own if they are to be reached
 * over HTTP.
 */
export async function fakeServices(kit: ServiceKit, overHttp = false): Promise<FakeServices> {
  const seen: FakeServices['seen'] = [];
  const apps = new Map<ServiceName, FastifyInstance>();
  const healths = new Map<ServiceName, () => Promise<ServiceHealth>>();
  for (const name of serviceNames) apps.set(name, createServiceApp({ ...kit, name }));
  const appOf = (name: ServiceName): FastifyInstance => {
    const app = apps.get(name);
    if (!app) throw new Error(`no service ${name}`);
    return app;
  };

  appOf('jobs').addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  for (const app of apps.values()) {
    app.addHook('onRequest', async ({ url, id, ip }) => {
      seen.push({ url, requestId: id, ip });
    });
  }
  route(appOf('auth'), calls.login, async () => ({ accessToken: 'made up' }));
  const rights: Pick<Me, 'roles' | 'modules'> = { roles: ['USER'], modules: ['Profiler'] };
  route(appOf('auth'), calls.me, async ({ userName }): Promise<Me> => ({ userName, ...rights, expiresAt: 0 }));
  route(appOf('users'), calls.createUser, async ({ body }): Promise<User> => ({
    id: '1',
    userName: body.userName ?? '',
    ...rights,
    createdTimestamp: 1,
    lastLogin: null,
  }));
  route(appOf('jobs'), calls.createJobFromFile, async ({ request, reply }) => {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += Buffer.byteLength(chunk as Buffer);
    return reply.send({ bytes });
  });
  route(appOf('profiles'), calls.countryStatistics, async () => []);
  route(appOf('profiles'), calls.profilesByPhoneList, async ({ reply }) =>
    reply.type('application/json').send(Buffer.alloc(LARGE_BYTES, ' ')),
  );
  let isExporting = false;
  route(appOf('profiles'), calls.exportProfileStream, async ({ reply }) => {
    if (!isExporting) throw apiError('NOT_FOUND');
    const lines = new PassThrough();
    lines.write('{}\n');
    return reply.type('application/x-ndjson').send(lines);
  });
  route(appOf('profiles'), calls.deleteProfileByGet, async () => undefined);
  route(appOf('auth'), calls.jwks, async () => ({ keys: [] }));

  const backendOf = (name: ServiceName): Backend => ({
    upstream: embeddedUpstream(appOf(name)),
    health: () => (healths.get(name) ?? healthCheck(name, { store: async () => undefined }))(),
  });
  const each = async <T>(make: (name: ServiceName) => T | Promise<T>): Promise<Record<ServiceName, T>> =>
    Object.fromEntries(await Promise.all(serviceNames.map(async (name) => [name, await make(name)]))) as Record<
      ServiceName,
      T
    >;
  const listen = async (name: ServiceName): Promise<string[]> => [
    await appOf(name).listen({ host: '127.0.0.1', port: 0 }),
  ];
  const remote = overHttp ? remoteBackends(await each(listen)) : null;
  await Promise.all([...apps.values()].map((app) => app.ready()));
  return {
    backends: remote?.backends ?? (await each(backendOf)),
    seen,
    keepExporting: () => void (isExporting = true),
    healthBy: (service, health) => void healths.set(service, health),
    async close() {
      await remote?.close();
      await Promise.all([...apps.values()].map((app) => app.close()));
    },
  };
}
