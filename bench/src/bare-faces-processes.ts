import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What a child says next. @throws Error when it ends before */
async function answerOf(child: ChildProcess): Promise<void> {
  const said = new AbortController();
  const ended = once(child, 'exit', said).then(() => {
    throw new Error('the bare model ended');
  });
  try {
    await Promise.race([once(child, 'message', said), ended]);
  } finally {
    said.abort();
    await ended.catch(() => undefined);
  }
}

/** The bare model in processes of their own, each of one thread, with the model loaded. */
export async function openBareFaces(processes: number) {
  const children = Array.from({ length: processes }, () =>
    fork(new URL('floors/bare-faces.ts', import.meta.url), { execArgv: [] }),
  );
  await Promise.all(children.map(answerOf));
  return {
    /** Looks at so many pictures, shared out among the first `busy` processes; the others rest. */
    look: async (count: number, busy: number): Promise<void> => {
      await Promise.all(
        children.slice(0, busy).map((child, place) => {
          const share = Math.floor((count + place) / busy);
          const done = answerOf(child);
          child.send(share);
          return done;
        }),
      );
    },
    close: (): void => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
