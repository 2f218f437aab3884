import { beforeAll, expect, it } from '@jest/globals';
import { calls, errorCatalogue, ImageSearchAnswer, limits, messages, type SameFace } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import {
  A1,
  A2,
  A2_AGAIN,
  ALIKE,
  B1,
  FIRST_SEARCH_MS,
  lookUpPortraits,
  type PortraitProvider,
  startPortraitProvider,
} from '../../src/providers/portrait-provider.ts';
import { portrait } from '@numscope/testing/portraits';
import { fileNamed } from '../../src/browser/actions.ts';

const forbidden = { code: 'FORBIDDEN', message: errorCatalogue.FORBIDDEN.message } as const;

let provider: PortraitProvider;
const suite = consoleSuite(async () => {
  provider = await startPortraitProvider();
  return { ...provider, env: { SANDBOX: 'false' }, twoOf: ['images'] };
});
beforeAll(() => lookUpPortraits(suite.api));

const openDialog = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Search by picture' }).first().click();

const choose = (page: Page, file: ReturnType<typeof fileNamed>): Promise<void> =>
  page.getByRole('dialog', { name: 'Search by picture' }).locator('input[type=file]').setInputFiles(file);

async function searchBy(page: Page, file: ReturnType<typeof fileNamed>): Promise<void> {
  await openDialog(page);
  await choose(page, file);
  await page.getByRole('radiogroup', { name: 'Face to search for' }).waitFor({ timeout: FIRST_SEARCH_MS });
}

/** Waits until the results are these numbers, in whatever order. */
async function found(page: Page, phones: readonly string[]): Promise<void> {
  await page
    .getByRole('status')
    .getByText(`${phones.length} profile${phones.length === 1 ? '' : 's'}`, { exact: true })
    .waitFor();
  for (const phone of phones)
    await page
      .getByRole('row')
      .filter({
        has: page.getByRole('link', { name: new RegExp(phone === B1 ? 'b-1' : phone === A1 ? 'a-1' : 'a-2') }),
      })
      .first()
      .waitFor();
  expect(await page.getByRole('row').count()).toBe(phones.length + 1);
}

/** A picture made of others beside each other, or of nothing at all, by the browser itself. */
async function collage(page: Page, parts: readonly Buffer[]): Promise<Buffer> {
  const made = await page.evaluate(
    async (sources) => {
      const bitmaps = await Promise.all(
        sources.map(async (source) =>
          createImageBitmap(new Blob([Uint8Array.from(atob(source), (c) => c.charCodeAt(0))])),
        ),
      );
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(
        320,
        bitmaps.reduce((sum, { width }) => sum + width, 0),
      );
      canvas.height = Math.max(240, ...bitmaps.map(({ height }) => height));
      const context = canvas.getContext('2d');
      let left = 0;
      for (const bitmap of bitmaps) {
        context?.drawImage(bitmap, left, 0);
        left += bitmap.width;
      }
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    parts.map((part) => part.toString('base64')),
  );
  return Buffer.from(made, 'base64');
}

/** Calls that search for a picture, from now on. */
function watchSearches(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes(calls.searchByImage.path)) sent++;
  });
  return () => sent;
}

it('finds the same person on other numbers and nobody else, shows why, and stays narrowed without the picture', async () => {
  const { page } = await suite.openAsAdmin('/ext/results?page=3');
  await searchBy(page, fileNamed('a-1.jpg', portrait('a-1')));
  await found(page, [A1, A2, A2_AGAIN]);
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  expect(new URL(page.url()).searchParams.get('imageSearchDone')).toBe('1');
  await page.getByText('2 stored pictures may show this person').waitFor();

  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /a-2/ }) })
    .first()
    .click();
  const panel = page.getByRole('complementary');
  await panel.getByText('Why it may be this person').waitFor();
  await panel.locator('canvas[data-drawn]').nth(1).waitFor();
  await panel.getByText(/^\d+(?:\.\d)?% \(\d+(?:\.\d)?% to \d+(?:\.\d)?%\)$/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.reload();
  await page.getByText(/The results are narrowed to 2 pictures/).waitFor();
  await found(page, [A1, A2, A2_AGAIN]);
  await page.getByRole('button', { name: 'Clear the picture' }).click();
  await found(page, [A1, A2, B1, A2_AGAIN]);
  expect(new URL(page.url()).search).toBe('');
});

it('shows what it found most alike first, also after a reload, or in the order that somebody asks for', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  // All are equally well known: in order of phones, A1 is the last of those that are found.
  const first = (name: RegExp): Promise<void> =>
    page.getByRole('row').nth(1).getByRole('link', { name }).first().waitFor();
  const sorted = (by: string): Promise<void> =>
    page.locator('th[aria-sort=descending]').filter({ hasText: by }).waitFor();
  await searchBy(page, fileNamed('a-1.jpg', portrait('a-1')));
  await found(page, [A1, A2, A2_AGAIN]);
  await sorted('Similarity');
  await first(/a-1/);
  await page.getByRole('columnheader', { name: 'Confidence' }).getByRole('button').click();
  await sorted('Confidence');
  await first(/a-2/);
  await page.getByRole('columnheader', { name: 'Similarity' }).getByRole('button').click();
  await sorted('Similarity');
  await first(/a-1/);
  await page.reload();
  await page.getByText(/The results are narrowed to 2 pictures/).waitFor();
  await first(/a-1/);
  await page.getByRole('button', { name: 'Clear the picture' }).click();
  await sorted('Confidence');
});

it("asks the operator's provider by the cleaned picture, and shows what it says as its own words", async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  await searchBy(page, fileNamed('a-1.jpg', portrait('a-1')));
  await page.getByRole('button', { name: 'Ask a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask a provider' });
  await dialog.getByText('The picture leaves this installation').waitFor();
  await dialog.getByLabel('Purpose').fill('Case 12');
  expect(provider.sought).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Send it to external-search, which costs 0.25' }).click();
  const said = dialog.getByRole('region', { name: 'What external-search says' });
  await said.getByText(ALIKE.title).waitFor();
  await said.getByText('alike to 83.0%, as it counts').waitFor();
  expect(await said.getByRole('link', { name: ALIKE.link }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(provider.sought).toHaveLength(1);
  // Written anew: not the very bytes that were sent in.
  expect(provider.sought[0]?.equals(portrait('a-1'))).toBe(false);
});

it('takes another face and another threshold at once, without asking again', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const sent = watchSearches(page);
  await searchBy(page, fileNamed('both.jpg', await collage(page, [portrait('a-1'), portrait('b-1')])));
  const faces = page.getByRole('radiogroup', { name: 'Face to search for' }).getByRole('radio');
  expect(await faces.count()).toBe(2);
  await page.getByRole('radio', { name: /^Face 2 of 2/ }).check();
  await found(page, [B1]);
  await page.keyboard.press('ArrowLeft');
  await found(page, [A1, A2, A2_AGAIN]);

  const slider = page.getByRole('slider', { name: 'Least similarity' });
  await slider.press('End');
  await page.getByText('No stored face is as alike as 1.00', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: /^Model: / }).click();
  await found(page, [A1, A2, A2_AGAIN]);
  await page.getByRole('button', { name: /^Remove Picture/ }).click();
  await found(page, [A1, A2, B1, A2_AGAIN]);
  expect(await page.getByRole('radiogroup', { name: 'Face to search for' }).count()).toBe(0);
  expect(sent()).toBe(1);
});

/** Answers a search by picture with its own first match so many times, each on a picture of `id`; from a hundred on with more left out. */
async function answerWith(page: Page, count: number, id: (n: number, found: string) => string): Promise<void> {
  await page.route(`**${calls.searchByImage.path}?**`, async (route) => {
    const answer = ImageSearchAnswer.parse(await (await route.fetch()).json());
    const [first] = answer.faces;
    if (!first?.faceMatch) throw new Error('nobody was found');
    const { faceMatch } = first;
    const faces = Array.from({ length: count }, (_none, n) => ({
      ...first,
      mayHaveMore: count >= limits.bulkCriteria,
      faceMatch: { ...faceMatch, face: { ...faceMatch.face, externalImageId: id(n, faceMatch.face.externalImageId) } },
    }));
    await route.fulfill({ json: { ...answer, faces } });
  });
}

it('says that there may be more pictures than came, and counts one with two like faces once', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  await answerWith(page, limits.bulkCriteria, (n, found) => (n === 0 ? found : String(n).padStart(64, '0')));
  await searchBy(page, fileNamed('a-1.jpg', portrait('a-1')));
  await page
    .getByText('At least 100 stored pictures may show this person. The results show the 100 most alike')
    .waitFor();
  await page.getByRole('radio', { name: 'Face 1 of 1, at least 100 matches' }).waitFor();

  await page.unrouteAll();
  await answerWith(page, 2, (_n, found) => found);
  await page.getByRole('button', { name: 'Another picture' }).click();
  await choose(page, fileNamed('a-1.jpg', portrait('a-1')));
  await page.getByText('1 stored picture may show this person.', { exact: true }).waitFor();
});

it('refuses what is no picture before it is sent, and says where no face is', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const sent = watchSearches(page);
  await openDialog(page);
  await choose(page, fileNamed('drawn.png', '<svg xmlns="x"/>'));
  await page.getByText(`${messages.selectImage}: JPEG or PNG`).waitFor();
  const large = Buffer.concat([portrait('a-1'), Buffer.alloc(limits.searchImageBytes)]);
  await choose(page, fileNamed('large.jpg', large));
  await page.getByText(`${messages.selectImage}: smaller than 2.0 MB`).waitFor();
  expect(sent()).toBe(0);
  await choose(page, fileNamed('empty.jpg', await collage(page, [])));
  await page.getByText('No face was found on empty.jpg').waitFor({ timeout: FIRST_SEARCH_MS });
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('takes a picture that is pasted, and one that is dropped on the results', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  await page.getByRole('button', { name: 'Search by picture' }).waitFor();
  const hand = (type: 'paste' | 'drop', name: 'a-1' | 'b-1'): Promise<void> =>
    page.evaluate(
      ([kind, source]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(source), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], 'given.jpg', { type: 'image/jpeg' }));
        const at = document.querySelector('.rs-search') ?? document.body;
        at.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      },
      [type, portrait(name).toString('base64')] as const,
    );
  await hand('paste', 'b-1');
  await page.getByRole('radiogroup', { name: 'Face to search for' }).waitFor({ timeout: FIRST_SEARCH_MS });
  await found(page, [B1]);
  await hand('drop', 'a-1');
  await found(page, [A1, A2, A2_AGAIN]);
});

it('shows a photo with its face, and on which other number the very same picture is', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(A2)}`);
  await page.getByRole('button', { name: 'Open photo 1' }).click();
  const viewer = page.getByRole('dialog', { name: /^Photo 1 of 1/ });
  await viewer.getByText('1 face', { exact: true }).waitFor();
  await viewer.getByRole('radio', { name: 'Face 1 of 1' }).waitFor();
  await viewer.locator('canvas[data-drawn]').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await viewer.getByLabel('Show the faces').uncheck();
  expect(await viewer.getByRole('radio').count()).toBe(0);
  await viewer.getByText('The same picture is also on 1 other number').waitFor();
  await viewer.getByRole('link').click();
  await page.waitForURL((url) => decodeURIComponent(url.pathname).endsWith(A2_AGAIN));
});

it('tells on which numbers the same face may be; what a person says of it is kept, and taken back', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(A1)}`);
  const section = page.locator('#same-face');
  await section.locator('canvas[data-drawn]').nth(3).waitFor();
  expect(await section.getByRole('listitem').count()).toBe(2);
  expect(await section.textContent()).not.toContain('b-1');

  await section.getByRole('button', { name: `Same person as on ${A2}` }).click();
  await section.getByText(/^Said to be the same person by admin, /).waitFor();
  await page.reload();
  await section.getByText(/^Said to be the same person by admin, /).waitFor();
  const [kept] = (await suite.api.call(calls.sameFace, { params: { phone: A2 } })).filter(({ phone }) => phone === A1);
  expect(kept?.verdict).toBe('SAME');

  await section.getByRole('button', { name: `Take back what was said about ${A2}` }).click();
  await section.getByText(/^Taken back by admin, /).waitFor();
  await section.getByText('1 earlier statement').waitFor();
  await section.getByRole('button', { name: `Same person as on ${A2}` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('says that the face may be on more numbers than are listed, where the server says so', async () => {
  const { page } = await suite.openAsAdmin(null);
  const [one] = await suite.api.call(calls.sameFace, { params: { phone: A1 } });
  let mayHaveMore = true;
  await page.route('**/same-face', (route) =>
    route.fulfill({
      json: Array.from({ length: 3 }, (_none, n) => ({ ...one, mayHaveMore, phone: `+99890765${4000 + n}` })),
    }),
  );
  await page.goto(`/ext/results/${encodeURIComponent(A1)}`);
  const section = page.locator('#same-face');
  const more = section.getByText('there may be more');
  await more.waitFor();
  mayHaveMore = false;
  await page.reload();
  await section.getByRole('listitem').nth(2).waitFor();
  expect(await more.count()).toBe(0);
});

it('lets a person deny that faces are of one person, and says so when that is refused', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(A1)}`);
  const section = page.locator('#same-face');
  const deny = section.getByRole('button', { name: `Different person from the one on ${A2_AGAIN}` });
  await deny.click();
  await section.getByText(/^Said to be different people by admin, /).waitFor();
  expect(await deny.count()).toBe(0);
  const saidOn = async (phone: string, of: string): Promise<SameFace | undefined> =>
    (await suite.api.call(calls.sameFace, { params: { phone } })).find((same) => same.phone === of);
  expect(await saidOn(A2_AGAIN, A1)).toMatchObject({ verdict: 'DIFFERENT', verdicts: [{ by: 'admin' }] });

  // As when the right was taken away since the page was opened.
  await page.route('**/same-face', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { statusCode: 403, requestId: 'r', ...forbidden } })
      : route.fallback(),
  );
  await section.getByRole('button', { name: `Same person as on ${A2_AGAIN}` }).click();
  await page.getByText(forbidden.message).waitFor();
  await section.getByText(/^Said to be different people by admin, /).waitFor();
  expect(await saidOn(A1, A2_AGAIN)).toMatchObject({ verdict: 'DIFFERENT' });
});

it('lists a number that was judged, and whose faces are not near, until what was said is taken back', async () => {
  await suite.api.call(calls.judgeSameFace, { params: { phone: A1 }, body: { phone: B1, verdict: 'SAME' } });
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(A1)}`);
  const section = page.locator('#same-face');
  const judged = section.getByText('1 more number was judged: its faces are not among the near ones now');
  await judged.click();
  const listed = section.getByRole('listitem').filter({ hasText: 'b-1' });
  await listed.getByText(/^Said to be the same person by admin, /).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await listed.getByRole('button', { name: `Take back what was said about ${B1}` }).click();
  await listed.getByText(/^Taken back by admin, /).waitFor();
  await listed.getByRole('button', { name: `Same person as on ${B1}` }).waitFor();

  await page.reload();
  await section.locator('canvas[data-drawn]').nth(3).waitFor();
  expect(await judged.count()).toBe(0);
  expect(await suite.api.call(calls.sameFace, { params: { phone: B1 } })).toEqual([]);
});

it('says on the screen of the system how far faces are, and that no picture is unused', async () => {
  const { page } = await suite.openAsAdmin('/ext/system');
  const faces = page.getByRole('region', { name: 'Faces' });
  await faces.getByText('3 faces found').waitFor();
  await page.getByRole('button', { name: 'Clear unused pictures' }).click();
  await page.getByText('Every picture belongs to a profile: there is nothing to remove.').waitFor();
});
