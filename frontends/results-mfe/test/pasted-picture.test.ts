import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook, type RunHook } from '../../../packages/ui/test/run-hook.ts';
import { usePastedPicture } from '../src/features/picture/use-pasted-picture.ts';

const png = (name: string): File => new File(['x'], name, { type: 'image/png' });

/** Pastes as a browser does. @returns whether the browser was kept from doing with it what it does */
function paste(files: File[], text = '', handled = false): boolean {
  const event = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { files, getData: (kind: string) => (kind === 'text/plain' ? text : '') },
  });
  if (handled) event.preventDefault();
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('a paste on the results', () => {
  const taken: string[] = [];
  let wanted = true;
  const given = {
    onPicture: ({ name }: File): boolean => {
      taken.push(name);
      return wanted;
    },
  };
  let run: RunHook<typeof given, void>;
  beforeEach(() => {
    fakeBrowser();
    run = runHook(({ onPicture }) => usePastedPicture(onPicture), given);
  });
  afterEach(() => {
    run.end();
    taken.length = 0;
    wanted = true;
  });

  it('of a picture alone searches by it', () => {
    expect(paste([png('image.png')])).toBe(true);
    expect(taken).toEqual(['image.png']);
  });

  it('of a file with its name beside it, as a Mac copies it, searches by it', () => {
    expect(paste([png('face.png')], 'face.png')).toBe(true);
    expect(taken).toEqual(['face.png']);
  });

  it('of cells goes where their text was meant to, whatever they look like', () => {
    expect(paste([png('image.png')], '+998901234567\r\n+998901234568\r\n')).toBe(false);
    expect(taken).toEqual([]);
  });

  it('that somebody has taken already is left alone', () => {
    expect(paste([png('image.png')], '', true)).toBe(true);
    expect(taken).toEqual([]);
  });

  it('of a picture that is not wanted now is left to the browser', () => {
    wanted = false;
    expect(paste([png('image.png')])).toBe(false);
  });
});
