import type { Page } from 'playwright-core';

/** One press of a button of the mouse, or one of a key; a key that is held down repeats itself, and counts once. */
export type Deed = 'click' | 'key';

/** What a person's hands did on a page, in their order. */
export interface RecordedHand {
  readonly deeds: readonly Deed[];
  forget(): void;
}

/** The page itself tells of each press, whatever the test meant to do, and however often the page is loaded anew. */
export async function recordHand(page: Page): Promise<RecordedHand> {
  const deeds: Deed[] = [];
  await page.exposeBinding('recordDeed', (_source, deed: Deed) => void deeds.push(deed));
  await page.addInitScript(() => {
    const { recordDeed } = globalThis as typeof globalThis & { recordDeed: (deed: 'click' | 'key') => void };
    const listen = { capture: true, passive: true };
    // Not by `click`: a press on a label makes two of them, and a key on a button makes one.
    window.addEventListener('pointerdown', (event) => event.isTrusted && recordDeed('click'), listen);
    window.addEventListener('keydown', (event) => event.isTrusted && !event.repeat && recordDeed('key'), listen);
  });
  return {
    deeds,
    forget: () => void deeds.splice(0),
  };
}
