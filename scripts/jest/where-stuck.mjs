// Where a process is stuck: its debugger begins upon a signal and stops it, also in the middle of a loop that never ends.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Within this time it is told, or not at all. */
const TOLD_MS = 15_000;
const LISTENS = /Debugger listening on (ws:\S+)/;

async function addressOf(child) {
  let said = '';
  const listens = new Promise((resolve) =>
    child.stderr.on('data', (piece) => LISTENS.test((said += piece)) && resolve(LISTENS.exec(said)[1])),
  );
  child.kill('SIGUSR1');
  return listens;
}

/**
 * Without the frames of Node.js that stand first: it runs code of its own as its debugger begins, and may be stopped
 * in that. What remains begins with the file that is stuck, whichever function of Node.js it had called.
 */
function fromFirstFile(frames) {
  const first = frames.findIndex(({ url }) => !url.startsWith('node:'));
  return frames.slice(Math.max(first, 0));
}

/** The frame that it stands in, and those that called it; a line each. */
async function framesOf(address) {
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    const urls = new Map();
    const stopped = new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        const { method, params } = JSON.parse(data);
        if (method === 'Debugger.scriptParsed') urls.set(params.scriptId, params.url);
        if (method === 'Debugger.paused') resolve(params.callFrames);
      }),
    );
    socket.send(JSON.stringify({ id: 1, method: 'Debugger.enable' }));
    socket.send(JSON.stringify({ id: 2, method: 'Debugger.pause' }));
    const frames = (await stopped).map(({ functionName, location }) => ({
      name: functionName || '-',
      url: String(urls.get(location.scriptId)),
      line: location.lineNumber + 1,
    }));
    return fromFirstFile(frames).map(({ name, url, line }) => `at ${name} (${url}:${line})`);
  } finally {
    socket.close();
  }
}

/** What the main thread of a child was at, a line for each frame. It was begun with `--inspect-port=0`. */
export async function whereStuck(child) {
  const late = wait(TOLD_MS, [], { ref: false });
  const frames = await Promise.race([addressOf(child).then(framesOf), late]);
  if (frames.length === 0) return 'It waits, or is not in JavaScript.';
  return ['It was', ...frames].join('\n    ');
}
