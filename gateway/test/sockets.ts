import { randomBytes } from 'node:crypto';
import { apiError, type Job, type JobStatus, type KeyScope, type Module, toPage } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { type Setup, setUp } from './setup.ts';
import { SocketClient } from './socket-client.ts';

/** A gateway, and who listens at its websocket. */
export interface Sockets {
  setup: Setup;
  /** The jobs as the jobs service would show them. */
  jobs: Map<string, Job>;
  open(options?: ConstructorParameters<typeof SocketClient>[1]): SocketClient;
  listener(role: 'ADMIN' | 'USER', userName?: string, modules?: readonly Module[]): Promise<SocketClient>;
  /** With a key of an administrator's, made for this alone. */
  keyListener(scope: KeyScope): Promise<SocketClient>;
  close(): Promise<void>;
}

/** It looks at sources without letting a test wait. */
export async function openSockets(more: { faceLookMs?: number } = {}): Promise<Sockets> {
  const setup = await setUp({ sourceLookMs: 50, ...more });
  const clients: SocketClient[] = [];
  const jobs = new Map<string, Job>();
  setup.client.answer({
    getJob: ({ params }) => {
      const job = jobs.get(params.number);
      if (!job) throw apiError('NOT_FOUND');
      return job;
    },
    searchJobs: ({ body }) => {
      const found = [...jobs.values()].filter(
        ({ status, mainJob }) => mainJob === (body.mainJob ?? false) && body.status?.includes(status),
      );
      return toPage(found, found.length, body);
    },
  });

  const open: Sockets['open'] = (options = {}) => {
    const client = new SocketClient(setup.url, options);
    clients.push(client);
    return client;
  };
  const ready = async (token: string): Promise<SocketClient> => {
    const client = open();
    await client.auth(token);
    await client.next('ready');
    return client;
  };
  return {
    setup,
    jobs,
    open,
    listener: (role, userName, modules) => ready(setup.test.tokenFor(role, userName, modules)),
    async keyListener(scope) {
      const key = { id: 'k1', shownAs: 'root [key]', scopes: [scope] };
      const modules: Module[] = ['Profiler', 'Webint'];
      const token = setup.test.tokens.sign({ id: 'u1', userName: 'root', roles: ['ADMIN'], modules, key }, 300);
      setup.client.answer({ admitKey: () => ({ verdict: 'KNOWN', token, countsMs: 60_000, addresses: [] }) });
      return ready(`nsk_${randomBytes(32).toString('base64url')}`);
    },
    async close() {
      for (const { socket } of clients) socket.terminate();
      await setup.close();
    },
  };
}

export function statusEvent({ id, number, name }: Job, to: JobStatus, by = 'admin') {
  return outgoing('job.status-changed', String(number), {
    id,
    number,
    name,
    from: null,
    to,
    run: 1,
    at: Date.now(),
    by,
  });
}
