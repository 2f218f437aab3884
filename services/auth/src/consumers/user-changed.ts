import type { Consumer } from '@numscope/platform';
import { endSessions } from '../commands/end-sessions.ts';
import type { AuthContext } from '../deps.ts';

/** A user whose rights or password changed, or who is gone, must log in again. */
export const consumeUserChanged = (deps: AuthContext): Promise<Consumer> =>
  deps.bus.subscribe({
    topic: 'user.changed',
    group: 'auth',
    async handle(events) {
      const ended = events.map(({ data }) => ({
        userName: data.userName,
        notBefore: data.at,
        keepIssuedAt: data.keepIssuedAt ?? null,
      }));
      await endSessions(ended, [], deps);
    },
  });
