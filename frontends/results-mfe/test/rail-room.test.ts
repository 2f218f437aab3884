import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook, type RunHook } from '../../../packages/ui/test/run-hook.ts';
import { useRailRoom } from '../src/features/results/rail-room.ts';
import { useResultsDialog } from '../src/features/results/use-results-dialog.ts';

/** Who hears that a width or a print came. */
let media: EventTarget;
let isWide: boolean;
let isPrinting: boolean;
beforeEach(() => {
  fakeBrowser();
  media = new EventTarget();
  isWide = true;
  isPrinting = false;
  const matchMedia = (query: string) => ({
    // Paper is narrow.
    matches: query === 'print' ? isPrinting : isWide && !isPrinting,
    addEventListener: media.addEventListener.bind(media),
    removeEventListener: media.removeEventListener.bind(media),
  });
  Object.assign(window, { matchMedia });
});

interface Shown {
  hasRoom: boolean;
  dialog: ReturnType<typeof useResultsDialog>[0];
  setDialog: ReturnType<typeof useResultsDialog>[1];
}

let run: RunHook<object, Shown>;
/** All that was shown. */
let shown: Omit<Shown, 'setDialog'>[];
const open = (): void => {
  shown = [];
  run = runHook(() => {
    const hasRoom = useRailRoom();
    const [dialog, setDialog] = useResultsDialog(hasRoom);
    shown.push({ hasRoom, dialog });
    return { hasRoom, dialog, setDialog };
  }, {});
};
afterEach(() => run.end());

async function change(to: { wide?: boolean; printing?: boolean }): Promise<void> {
  isWide = to.wide ?? isWide;
  isPrinting = to.printing ?? isPrinting;
  media.dispatchEvent(new Event('change'));
  await new Promise((resolve) => setImmediate(resolve));
}

it('takes no room for what stands beside the list away by a print, and gives none', async () => {
  open();
  await change({ printing: true });
  await change({ printing: false });
  expect(new Set(shown.map(({ hasRoom }) => hasRoom))).toEqual(new Set([true]));
  await change({ wide: false });
  shown = [];
  run.now().setDialog('facets');
  await change({ printing: true });
  await change({ printing: false });
  expect(run.now()).toMatchObject({ hasRoom: false, dialog: 'facets' });
  expect(shown.every(({ hasRoom }) => !hasRoom)).toBe(true);
});

it.each([
  ['saved', null],
  ['facets', null],
  ['import', 'import'],
] as const)('has the window %s open as %s once there is room, and when there is none again', async (dialog, left) => {
  isWide = false;
  open();
  run.now().setDialog(dialog);
  await run.until((now) => now.dialog === dialog);
  await change({ wide: true });
  expect(run.now()).toMatchObject({ hasRoom: true, dialog: left });
  await change({ wide: false });
  expect(run.now()).toMatchObject({ hasRoom: false, dialog: left });
});
