import { type RemoteName, remotes } from '@numscope/contracts/constants';
import type { RemoteProps } from '@numscope/ui';
import type { LifeCycles } from 'single-spa';

/** What a remote's entry puts on the page under the remote's name. */
interface Container {
  init(shareScope: unknown): Promise<void>;
  get(module: './lifecycles'): Promise<() => LifeCycles<RemoteProps>>;
}

/** Of the compiler's runtime: makes known what this part shares, and what is shared by then. */
declare const __webpack_init_sharing__: (scope: 'default') => Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

/** A line that is lost without a word loads nothing and fails nothing. */
const SCRIPT_TIMEOUT_MS = 20_000;
const failures = new Map<RemoteName, number>();

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'init' in value && 'get' in value;

/** Runs a script of ours. Its element does not stay, so that it can be asked for again. */
async function runScript(address: string): Promise<void> {
  const script = document.createElement('script');
  let timer: number | undefined;
  try {
    await new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`${address} cannot be loaded`));
      timer = window.setTimeout(fail, SCRIPT_TIMEOUT_MS);
      script.addEventListener('load', resolve);
      script.addEventListener('error', fail);
      script.src = address;
      document.head.append(script);
    });
  } finally {
    clearTimeout(timer);
    script.remove();
  }
}

/**
 * Loads a remote's lifecycles, and lets it use what the shell has loaded. After a failure its entry is asked for under
 * another address: by then there may be a newer one, with files by other names.
 * @throws Error when it cannot be loaded
 */
export async function loadLifecycles(name: RemoteName): Promise<LifeCycles<RemoteProps>> {
  const failed = failures.get(name) ?? 0;
  try {
    await runScript(`/assets/${remotes[name].folder}/remoteEntry.js${failed > 0 ? `?again=${failed}` : ''}`);
    const container: unknown = Reflect.get(window, name);
    if (!isContainer(container)) throw new Error(`${name} has no lifecycles`);
    await __webpack_init_sharing__('default');
    await container.init(__webpack_share_scopes__.default);
    return (await container.get('./lifecycles'))();
  } catch (error) {
    failures.set(name, failed + 1);
    throw error;
  }
}
