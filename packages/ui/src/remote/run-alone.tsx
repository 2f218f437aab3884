import type { ReactAppOrParcel } from 'single-spa-react';
import { loadSettings } from '../settings/settings.tsx';
import { watchColourScheme } from '../theme/colour-scheme.ts';
import { realtime } from '../net/use-realtime.ts';
import { onToast } from '../notify/toasts.ts';
import { outletId, type RemoteProps } from './create-remote.tsx';

/**
 * Mounts one remote on a page of its own, for work on it without the shell. Sign in through the console on the same
 * address first.
 */
export async function runAlone(name: string, lifecycles: ReactAppOrParcel<RemoteProps>): Promise<void> {
  watchColourScheme();
  const outlet = document.createElement('main');
  outlet.id = outletId;
  outlet.style.height = '100vh';
  document.body.replaceChildren(outlet);
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  onToast((toast) => {
    line.textContent = toast.message;
    document.body.prepend(line);
  });
  const props = { name, settings: await loadSettings(), singleSpa: {}, mountParcel: noParcels };
  await lifecycles.bootstrap(props);
  await lifecycles.mount(props);
  realtime().open();
}

function noParcels(): never {
  throw new Error('There are no parcels outside the shell');
}
