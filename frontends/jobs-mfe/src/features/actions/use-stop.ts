import { useEffect, useRef } from 'react';

/**
 * Whether work that goes on was stopped: by `stop`, or because its window is there no more, as after the browser's Back,
 * where nobody could stop it.
 */
export function useStop(): { stop: () => void; isStopped: () => boolean } {
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  return {
    stop: () => {
      stopped.current = true;
    },
    isStopped: () => stopped.current,
  };
}
