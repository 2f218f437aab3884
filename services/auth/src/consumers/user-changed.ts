import type { Consumer } from '@numscope/platform';
import { endSessions } from '../commands/end-sessions.ts';
import type { AuthContext } from '../deps.ts';

/** A user whose rights or password changed, or who is gone, must log in again. What is kept of who is gone goes as well. */
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
      const gone = events.flatMap(({ data: { deleted, userId = null, userName } }) =>
        deleted ? [{ userId, userName }] : [],
      );
      if (gone.length > 0) await deps.store.forgetUsers(gone);
    },
  });
