import { beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useToolsRoom } from '../src/features/results/use-tools-room.ts';

let watched: object[];
let left: number;
beforeEach(() => {
  fakeBrowser();
  watched = [];
  left = 0;
  class Watcher {
    observe(element: object): void {
      watched.push(element);
    }
    disconnect(): void {
      left++;
    }
  }
  Object.assign(globalThis, { ResizeObserver: Watcher });
});

it('fits the tools at each render, and watches their width once', () => {
  const tools = { dataset: {} as { room?: string }, scrollWidth: 100, clientWidth: 100, querySelectorAll: () => [] };
  const run = runHook(() => {
    const ref = useToolsRoom();
    // As React does before the hook's effects.
    ref.current = tools as unknown as HTMLDivElement;
  }, {});
  expect(tools.dataset.room).toBe('all');
  tools.scrollWidth = 101;
  run.give({});
  run.give({});
  expect(tools.dataset.room).toBe('lines');
  expect(watched).toEqual([tools]);
  run.end();
  expect(left).toBe(1);
});
