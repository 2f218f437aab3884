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
import { markBroken } from './remote-status.ts';

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
    if (name !== undefined) markBroken(name, true);
    // The person gets a screen; whoever looks into the browser's console gets the reason.
    reportError(error);
  });
  start();
}

/** Loads a remote, with the overlay when that takes long enough to notice. */
async function loadShown(name: RemoteName): Promise<LifeCycles<RemoteProps>> {
  let done = (): void => undefined;
  const timer = setTimeout(() => {
    done = globalLoading();
  }, NOTICED_MS);
  try {
    const lifecycles = await loadLifecycles(name);
    markBroken(name, false);
    return lifecycles;
  } finally {
    clearTimeout(timer);
    done();
  }
}

/** Loads a missing or crashed remote again. */
export async function retryRemote(name: RemoteName): Promise<void> {
  markBroken(name, false);
  outlet.replaceChildren();
  // single-spa leaves an application alone for 200 ms after it failed to load.
  if (getAppStatus(name) === LOAD_ERROR) await new Promise((resolve) => setTimeout(resolve, LOAD_PAUSE_MS));
  if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) await unloadApplication(name);
  await triggerAppChange();
}
