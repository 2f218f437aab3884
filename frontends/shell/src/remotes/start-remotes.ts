import { backoffMs } from '@numscope/client';
import type { ConsoleSettings } from '@numscope/contracts';
import { type RemoteName, remoteNames } from '@numscope/contracts/constants';
import { currentSession, decideRoute, globalLoading, type RemoteProps } from '@numscope/ui';
import {
  addErrorHandler,
  getAppStatus,
  type LifeCycles,
  LOAD_ERROR,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  start,
  triggerAppChange,
  unloadApplication,
} from 'single-spa';
import { loadLifecycles } from './load-remote.ts';
import { outlet } from './outlet.ts';
import { isBroken, markBroken } from './remote-status.ts';
import { reportFault } from './report-fault.ts';

const isActive = (name: RemoteName): boolean => {
  const decision = decideRoute(location.pathname, currentSession());
  return decision.kind === 'remote' && decision.remote === name;
};

const LOAD_PAUSE_MS = 250;
const NOTICED_MS = 300;
let started = false;

/** Hands the remotes to single-spa, once. Each appears when its routes are open to the person. */
export function startRemotes(settings: ConsoleSettings): void {
  if (started) return;
  started = true;
  for (const name of remoteNames) {
    registerApplication<RemoteProps>({
      name,
      app: () => loadShown(name),
      activeWhen: () => isActive(name),
      customProps: { settings, domElement: outlet },
    });
  }
  addErrorHandler((error) => {
    const name = remoteNames.find((one) => one === error.appOrParcelName);
    if (name === undefined) return reportError(error);
    const isFile = isMissing(name, error);
    // The person gets a screen; whoever looks into the browser's console gets the reason, once.
    if (!isBroken(name)) reportFault(error, isFile);
    markBroken(name, true);
    if (isFile) comeBack(name);
  });
  start();
}

/** Whether a file of a remote could not be loaded, which may pass; a crash would only come again. */
const isMissing = (name: RemoteName, error: Error): boolean =>
  getAppStatus(name) === LOAD_ERROR || error.name === 'ChunkLoadError' || Reflect.has(error, 'request');

const tries = new Map<RemoteName, number>();
const waiting = new Set<RemoteName>();

/** Loads a missing remote again by itself, after pauses of at most 3 s, while it is what the person wants to see. */
function comeBack(name: RemoteName): void {
  if (waiting.has(name)) return;
  waiting.add(name);
  const attempt = tries.get(name) ?? 0;
  tries.set(name, attempt + 1);
  setTimeout(
    () => {
      waiting.delete(name);
      if (!isBroken(name)) return;
      if (isActive(name) && document.visibilityState === 'visible') void loadAgain(name);
      else comeBack(name);
    },
    backoffMs(attempt, Math.random()),
  );
}

/** Loads a remote, with the overlay when that takes long enough to notice. Until it is mounted its place tells that it is missing. */
async function loadShown(name: RemoteName): Promise<LifeCycles<RemoteProps>> {
  let done = (): void => undefined;
  const timer = setTimeout(() => {
    if (!isBroken(name)) done = globalLoading();
  }, NOTICED_MS);
  const here = async (): Promise<void> => {
    tries.delete(name);
    markBroken(name, false);
  };
  try {
    const { mount, ...lifecycles } = await loadLifecycles(name);
    return { ...lifecycles, mount: [mount, here].flat() };
  } finally {
    clearTimeout(timer);
    done();
  }
}

async function loadAgain(name: RemoteName): Promise<void> {
  outlet.replaceChildren();
  // single-spa leaves an application alone for 200 ms after it failed to load.
  if (getAppStatus(name) === LOAD_ERROR) await new Promise((resolve) => setTimeout(resolve, LOAD_PAUSE_MS));
  if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) await unloadApplication(name);
  await triggerAppChange();
}

/** Loads a missing or crashed remote again for the person who asks for it. */
export async function retryRemote(name: RemoteName): Promise<void> {
  markBroken(name, false);
  await loadAgain(name);
}
