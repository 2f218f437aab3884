import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { CrashMark } from '../components/crash-mark.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { Skeleton } from '../components/state-block.tsx';
import { keepTrying } from '../net/keep-trying.ts';
import { ComponentName } from './component-name.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** A component's file: not loaded yet, loaded, or failed to load for now. */
class PartFile<P> {
  readonly #load: Load<P>;
  readonly #listeners = new Set<() => void>();
  #isUnderWay = false;
  #state: ComponentType<P> | 'loading' | 'missing' = 'loading';

  constructor(load: Load<P>) {
    this.#load = load;
  }

  readonly state = (): ComponentType<P> | 'loading' | 'missing' => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tries to load it as long as a component waits for it. @returns ends the waiting */
  readonly wait = (): (() => void) => {
    const stop = new AbortController();
    void keepTrying(this.#load, stop.signal).then((loaded) => this.#become(loaded.default));
    return () => {
      stop.abort();
      if (this.#state === 'missing') this.#become('loading');
    };
  };

  /** Tries once, unless a try is under way. */
  async load(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    try {
      this.#become((await this.#load()).default);
    } catch {
      this.#become('missing');
    } finally {
      this.#isUnderWay = false;
    }
  }

  #become(state: ComponentType<P> | 'loading' | 'missing'): void {
    if (typeof this.#state === 'function') return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const Meanwhile = createContext<ReactNode>(null);

/**
 * What is shown in the place of each lazy part below until its file is there. Not by `Suspense`: once it
 * has shown a fallback, React keeps back what came instead for up to 300 ms, and by its source may show it a second time where
 * its timer comes late (error 177; docs/decisions/console.md).
 */
export const PartFallback = ({ show, children }: { show: ReactNode; children: ReactNode }) => (
  <Meanwhile value={show}>{children}</Meanwhile>
);

type Frame<P> = (props: P & { children: ReactNode }) => ReactNode;

/** @param waiting what stands in the frame until the file is there or missing; else what `PartFallback` shows, without the frame */
function lazyIn<P extends object>(load: Load<P>, Framed: Frame<P>, waiting?: ReactNode): ComponentType<P> {
  const file = new PartFile(load);
  return function LazyPart(props: P) {
    const Part = useSyncExternalStore(file.subscribe, file.state);
    const meanwhile = useContext(Meanwhile);
    if (Part === 'loading') {
      void file.load();
      return waiting === undefined ? meanwhile : <Framed {...props}>{waiting}</Framed>;
    }
    if (typeof Part === 'function')
      return (
        <PartFallback show={null}>
          <Part {...props} />
        </PartFallback>
      );
    return (
      <Framed {...props}>
        <MissingMark wait={file.wait} />
      </Framed>
    );
  };
}

function MissingMark({ wait }: { wait: () => () => void }) {
  const [tries, setTries] = useState(0);
  // A person who asks does not wait for the next try.
  useEffect(wait, [wait, tries]);
  return <CrashMark component={useContext(ComponentName)} onRetry={() => setTries(tries + 1)} />;
}

/**
 * As `lazy` of React, for a part of a screen: one whose file cannot be loaded says so in its place, is asked for again until it is
 * there, and takes nothing else with it.
 */
export const lazyPart = <P extends object>(load: Load<P>): ComponentType<P> => lazyIn(load, ({ children }) => children);

/** The same for a window: until its file is there it is a small one that can be closed. */
export const lazyDialog = <P extends { onClose: () => void }>(load: Load<P>): ComponentType<P> =>
  lazyIn(load, function MissingDialog({ onClose, children }) {
    return (
      <Dialog title={useContext(ComponentName)} onClose={onClose}>
        {children}
      </Dialog>
    );
  });

/** The same for a panel beside a list: until its file is there it is one with its name that can be closed. */
export const lazyPanel = <P extends { label: string; onClose: () => void }>(load: Load<P>): ComponentType<P> =>
  lazyIn(
    load,
    ({ label, onClose, children }) => (
      <SidePanel label={label} bar={<span className="ns-t3 ns-num">{label}</span>} onClose={onClose}>
        {children}
      </SidePanel>
    ),
    <Skeleton />,
  );
