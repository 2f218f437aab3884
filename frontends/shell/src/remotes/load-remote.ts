import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { loadLaterCalls } from '@numscope/contracts';
import { type RemoteName, remotes } from '@numscope/contracts/constants';
import type { RemoteProps } from '@numscope/ui';
import type { LifeCycles } from 'single-spa';

const failures = new Map<RemoteName, number>();

/**
 * Loads a remote's lifecycles. The federation runtime remembers an entry that failed for ever, so after a failure it is
 * asked for under another address.
 * @throws Error when it cannot be loaded
 */
export async function loadLifecycles(name: RemoteName): Promise<LifeCycles<RemoteProps>> {
  const failed = failures.get(name) ?? 0;
  if (failed > 0) {
    const entry = `/assets/${remotes[name].folder}/remoteEntry.js?again=${failed}`;
    registerRemotes([{ name, entry, shareScope: 'default' }], { force: true });
  }
  // Beside it, so that its first call does not wait for them; where they do not come, the call that needs them asks again.
  if (remotes[name].calls === 'later') void loadLaterCalls().catch(() => undefined);
  try {
    const lifecycles = await loadRemote<LifeCycles<RemoteProps>>(`${name}/lifecycles`);
    if (lifecycles === null) throw new Error(`${name} has no lifecycles`);
    return lifecycles;
  } catch (error) {
    failures.set(name, failed + 1);
    throw error;
  }
}
