import './scroll-top.css';
import { limits } from '@numscope/contracts/constants';

import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';

/** Appears after whatever scrolls has scrolled more than 56 px, and brings it back. */
export function ScrollTop() {
  const [shown, setShown] = useState(false);
  const scroller = useRef<Element | null>(null);
  useEffect(() => {
    const scrolled = (event: Event): void => {
      const element = event.target instanceof Document ? event.target.scrollingElement : event.target;
      if (
        !(element instanceof Element) ||
        element.closest('#root') === null ||
        element.closest('.ns-panel, [popover], dialog') !== null
      )
        return;
      scroller.current = element;
      setShown(element.scrollTop > limits.scrollButtonPx);
    };
    window.addEventListener('scroll', scrolled, true);
    return () => window.removeEventListener('scroll', scrolled, true);
  }, []);
  if (!shown) return null;
  const up = (): void => {
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.scrollTo({ top: 0, behavior: smooth ? 'smooth' : 'auto' });
    setShown(false);
  };
  return (
    <button
      type="button"
      className="sh-scroll-top ns-noprint"
      aria-label={t('scrollToTop')}
      title={t('scrollToTop')}
      onClick={up}
    >
      <IconArrowUp size={16} stroke={1.7} aria-hidden />
    </button>
  );
}
