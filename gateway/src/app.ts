import { calls } from '@numscope/contracts';
import { route, type ServiceKit } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { addConsoleFiles } from './console/files.ts';
import type { GatewayDeps } from './deps.ts';
import { edgeLimits } from './edge/limits.ts';
import { addDocsRoutes } from './docs/docs.routes.ts';
import { EventStreams } from './events/event-streams.ts';
import { addEventRoutes } from './events/events.routes.ts';
import { addHealthRoutes } from './health/health.routes.ts';
import { measureGateway } from './health/measure-gateway.ts';
import { addGatewayOperations } from './health/operations.ts';
import { Readiness } from './health/readiness.ts';
import { addCallRoutes } from './http/call-routes.ts';
import { ExportsUnderWay } from './http/exports-under-way.ts';
import { createGatewayApp } from './http/gateway-app.ts';
import { limitRate } from './http/rate-limit.ts';
import { refuseServicesEverywhere } from './http/refuse-services.ts';
import { addSecurityTxt } from './http/security-txt.ts';
import { answerUnknown } from './http/unknown.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { addNeedsRoutes } from './needs/needs.routes.ts';
import { FaceFeed } from './realtime/face-feed.ts';
import { Feed } from './realtime/feed.ts';
import { JobFeed } from './realtime/job-feed.ts';
import { ClientSockets } from './realtime/client-sockets.ts';
import { ProfileFeed } from './realtime/profile-feed.ts';
import { addSocketRoutes } from './realtime/socket.routes.ts';
import { SourceFeed } from './realtime/source-feed.ts';
import { Steps } from './realtime/steps.ts';
import { Activity } from './sessions/activity.ts';
import { noteUses } from './sessions/note-uses.ts';

export type { Backend, GatewayDeps } from './deps.ts';
export { builtConsole } from './console/built-console.ts';
export { embeddedUpstream } from './http/embedded-upstream.ts';

export interface Gateway {
  /** Listens when told to. */
  app: FastifyInstance;
  /** Everything behind the gateway has begun its work: from now on calls are passed on, and health may answer UP. */
  setReady(): void;
  /** Ends the event streams, now and from then on: whoever waits until nothing is answered would wait for them. */
  release(): void;
  /** Closes the server and the open websockets. */
  close(): Promise<void>;
}

/**
 * All that is reached from outside: every call of the table, health, the open websockets, the API's description and the console's
 * files.
 */
export async function createGateway(outside: GatewayDeps): Promise<Gateway> {
  const { settings } = outside;
  const keys = new ApiKeys(outside.client, outside.kit.authenticator);
  const kit: ServiceKit = { ...outside.kit, authenticator: { ...outside.kit.authenticator, keys } };
  const deps: GatewayDeps = { ...outside, kit };
  const limits = { ...edgeLimits, ...settings.edge };
  const app = createGatewayApp(kit, limits);
  const readiness = new Readiness();
  const sockets = new ClientSockets(kit.authenticator, limits.socketsOfUser);
  const jobFeed = new JobFeed(deps.client, sockets, kit.log);
  const profileFeed = new ProfileFeed(sockets);
  const sourceFeed = new SourceFeed(deps.client, sockets, kit.log, settings.sourceLookMs);
  const steps = new Steps(sockets);
  const faceFeed = new FaceFeed(deps.client, sockets, steps, kit.log, settings.faceLookMs);
  const feed = new Feed(deps.bus, { jobs: jobFeed, profiles: profileFeed, faces: faceFeed });

  const streams = new EventStreams(kit.authenticator, limits);
  const exports = new ExportsUnderWay(kit.authenticator, kit.log);
  const activity = settings.tellsActivity ? new Activity(deps.client, kit.log, settings.activityMs) : null;

  if (activity) noteUses(app, activity, kit.clock);
  measureGateway(app, kit, sockets, streams);
  await limitRate(app, settings.rateLimit);
  refuseServicesEverywhere(app, kit);
  await addSocketRoutes(app, kit, sockets, feed, limits.newSocketsOfAddress);
  await addEventRoutes(app, deps.bus, streams, limits);
  addHealthRoutes(app, deps, readiness);
  addNeedsRoutes(app, deps);
  addGatewayOperations(app, deps, readiness);
  route(app, calls.consoleSettings, async () => settings.console);
  addDocsRoutes(app);
  addSecurityTxt(app, settings.securityContacts ?? [], kit);
  await addCallRoutes(app, deps, readiness, steps, exports);
  answerUnknown(
    app,
    settings.consoleDir === null ? null : await addConsoleFiles(app, settings.consoleDir, settings.console),
  );
  await app.ready();

  return {
    app,
    setReady: () => readiness.setReady(),
    release: () => streams.close(),
    async close() {
      streams.close();
      await feed.close();
      await jobFeed.close();
      await sourceFeed.close();
      await faceFeed.close();
      steps.close();
      profileFeed.close();
      await sockets.close();
      await app.close();
      exports.close();
      await activity?.close();
    },
  };
}
