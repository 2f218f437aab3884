import { expect, it } from '@jest/globals';
import type { SocketMessage } from '@numscope/contracts';
import { useKeptSelection } from '@numscope/ui';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useDeselectGone } from '../src/features/results/use-deselect-gone.ts';

const listeners = new Set<(message: SocketMessage) => void>();
const tell = (phone: string, isGone: boolean): void => {
  for (const listener of listeners) listener({ type: 'profile.updated', at: 1, data: { phone, isGone } });
};
/** Opens the screen with the list; what follows its opening has happened then. */
async function open() {
  const screen = runHook(() => {
    useDeselectGone();
    const [selection, select] = useKeptSelection('profiles', []);
    return { selection, select };
  }, {});
  await new Promise((resolve) => setImmediate(resolve));
  return screen;
}

it('a profile that goes while another screen is looked at is selected no longer, one that changed still is', async () => {
  fakeBrowser();
  const subscribe = (listener: (message: SocketMessage) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  Object.assign(window, { numscopeRealtime: { subscribe, onReconnect: () => () => undefined } });
  const list = await open();
  list.now().select({ ids: new Set(['+998901234567', '+998901234568']), anchor: null });
  list.end();
  tell('+998901234567', true);
  tell('+998901234568', false);
  const again = await open();
  expect([...again.now().selection.ids]).toEqual(['+998901234568']);
  expect(listeners.size).toBe(1);
  again.end();
});
