import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** A place for components that show nothing: as much of an element as React asks of where it begins. */
class NoElement extends EventTarget {
  readonly nodeType = 1;
  readonly nodeName = 'DIV';
  readonly tagName = 'DIV';
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly ownerDocument = document;
  textContent = '';
}

export interface RunHook<P, R> {
  /** What it returned last. */
  now: () => R;
  /** Gives it other values; what follows at once has happened then. */
  give: (values: P) => void;
  /** Resolves when it returns what fits. */
  until: (fits: (result: R) => boolean) => Promise<void>;
  end: () => void;
}

/**
 * Runs a hook in a component of its own, which shows nothing, in Node.js. Needs `fakeBrowser`.
 * @param around puts it into what the hook takes from components above it
 */
export function runHook<P extends object, R>(
  hook: (values: P) => R,
  first: NoInfer<P>,
  around: (hooked: ReactNode) => ReactNode = (hooked) => hooked,
): RunHook<P, R> {
  const results: R[] = [];
  let wake = (): void => undefined;
  function Hooked(values: P): null {
    results.push(hook(values));
    wake();
    return null;
  }
  // It looks for what has the focus before it changes anything, in frames, too.
  Object.assign(window, { HTMLIFrameElement: NoElement });
  const root = createRoot(new NoElement() as unknown as Element);
  const now = (): R => {
    const last = results.at(-1);
    if (last === undefined) throw new Error('It has not run yet');
    return last;
  };
  const give = (values: P): void => flushSync(() => root.render(around(createElement(Hooked, values))));
  give(first);
  return {
    now,
    give,
    until: async (fits) => {
      while (!fits(now())) await new Promise<void>((resolve) => (wake = resolve));
    },
    end: () => flushSync(() => root.unmount()),
  };
}
