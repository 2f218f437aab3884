import type { ConsoleSettings } from '@numscope/contracts';
import { currentSession, decideRoute, type RemoteName, type RemoteProps } from '@numscope/ui';
import {
  addErrorHandler,
  getAppStatus,
  type LifeCycles,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  start,
  triggerAppChange,
  unloadApplication,
} from 'single-spa';
import { outlet } from './outlet.ts';
import { markBroken, remoteNames } from './remote-status.ts';

const loaders: Record<RemoteName, () => Promise<LifeCycles<RemoteProps>>> = {
  jobs_mfe: () => import('jobs_mfe/lifecycles'),
  results_mfe: () => import('results_mfe/lifecycles'),
  admin_mfe: () => import('admin_mfe/lifecycles'),
};

const isActive = (name: RemoteName): boolean => {
  const decision = decideRoute(location.pathname, currentSession());
  return decision.kind === 'remote' && decision.remote === name;
};

let started = false;

/** Hands the remotes to single-spa, once. Each appears when its routes are open to the person. */
export function startRemotes(settings: ConsoleSettings): void {
  if (started) return;
  started = true;
  for (const name of remoteNames) {
    registerApplication<RemoteProps>({
      name,
      app: loaders[name],
      activeWhen: () => isActive(name),
      customProps: { settings, domElement: outlet },
    });
  }
  addErrorHandler((error) => {
    const name = remoteNames.find((one) => one === error.appOrParcelName);
    if (name !== undefined) markBroken(name, true);
  });
  start();
}

/** Loads a missing or crashed remote again. */
export async function retryRemote(name: RemoteName): Promise<void> {
  markBroken(name, false);
  outlet.replaceChildren();
  if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) await unloadApplication(name);
  await triggerAppChange();
}
