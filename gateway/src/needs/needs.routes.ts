import { statfs } from 'node:fs/promises';
import { audiences, calls, type Need, type NeedsYou, NUMBERING_PLAN, type SourceInfo } from '@numscope/contracts';
import { type Identity, isAllowed, reasonOf, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayDeps } from '../deps.ts';

const GIB = 1024 ** 3;
/** Little room: less than this part of the disk, at most 10 GiB and at least 1. */
const LITTLE = 0.03;

function needsOfSources(sources: readonly SourceInfo[]): Need[] {
  const bound = sources.filter(({ name, configured }) => configured && name !== NUMBERING_PLAN);
  if (bound.length === 0) return [{ kind: 'NO_SOURCE' }];
  const stopped = bound.flatMap(({ name, state, cause }): Need[] =>
    state === 'REFUSED' || (state === 'PAUSED' && cause !== null)
      ? [{ kind: 'SOURCE_STOPPED', source: name, state }]
      : [],
  );
  const waiting = bound.flatMap(({ name, state, resumesAt, waitingEndedBy }): Need[] =>
    state === 'WAITING_QUOTA' && resumesAt !== null && waitingEndedBy === null
      ? [{ kind: 'QUOTA', source: name, resumesAt }]
      : [],
  );
  return [...stopped, ...waiting];
}

async function needsOfDisk(folder: string): Promise<Need[]> {
  const { bsize, bavail, blocks } = await statfs(folder);
  const [freeBytes, totalBytes] = [bsize * bavail, bsize * blocks];
  const little = Math.max(GIB, Math.min(LITTLE * totalBytes, 10 * GIB));
  return freeBytes < little ? [{ kind: 'DISK', freeBytes, totalBytes }] : [];
}

/**
 * What needs an administrator, of all services, as far as notifications about it would come; a part that does not answer
 * is named, and the others are told.
 */
export function addNeedsRoutes(app: FastifyInstance, { client, kit, settings }: GatewayDeps): void {
  const { dataFolder } = settings;
  const heard = async <T>(part: NeedsYou['unheard'][number], what: Promise<T>, unheard: NeedsYou['unheard']) => {
    try {
      return await what;
    } catch (error) {
      kit.log.warn({ part, reason: reasonOf(error) }, 'what needs an administrator could not be heard');
      unheard.push(part);
      return null;
    }
  };

  const mayHear = (part: 'jobs' | 'sources', identity: Identity | null): boolean =>
    identity !== null && isAllowed(audiences[`notification about ${part}`], identity);

  route(app, calls.needsYou, async ({ identity }) => {
    const unheard: NeedsYou['unheard'] = [];
    const [disk, sources, failed] = await Promise.all([
      heard('disk', dataFolder === undefined ? Promise.resolve([]) : needsOfDisk(dataFolder), unheard),
      mayHear('sources', identity) ? heard('sources', client.call(calls.listSources, {}), unheard) : null,
      mayHear('jobs', identity) ? heard('jobs', client.call(calls.failedJobs, {}), unheard) : null,
    ]);
    const first = failed?.first ?? [];
    const shown = first.reduce((sum, job) => sum + job.failed, 0);
    return {
      at: kit.clock.now(),
      needs: [
        ...(disk ?? []),
        ...(sources ? needsOfSources(sources) : []),
        ...first.map((job): Need => ({ kind: 'FAILED_NUMBERS', job: job.number, numbers: job.failed })),
      ],
      otherFailed: failed
        ? { jobs: failed.jobs - first.length, numbers: failed.numbers - shown }
        : { jobs: 0, numbers: 0 },
      unheard: unheard.toSorted(),
    };
  });
}
