import { beforeAll, expect, it } from '@jest/globals';
import {
  type FacesState,
  type ImageFaces,
  type ImageSearchAnswer,
  type ProviderMatch,
  type SameFace,
} from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { picturedPhone } from '../../src/attack/pictured-phone.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { faultsOfScreen } from '../../src/browser/screenshots.ts';
import { portrait } from '@numscope/testing/portraits';
import { chooseFile } from '../../src/browser/actions.ts';

// How faces look where much is known of them: what the services answer is made up here, so that each state can be seen.

const suite = consoleSuite();
let phone = '';
let imageId = '';
beforeAll(async () => {
  ({ phone, imageId } = await picturedPhone(suite.api));
});

const quality = { pixels: 164, sharpness: 0.82, yaw: 6, pitch: -3, roll: 2, faults: [] };
const box = (left: number): { left: number; top: number; width: number; height: number } => ({
  left,
  top: 0.2,
  width: 0.2,
  height: 0.3,
});
const comparison = { distance: 0.47, similarity: 0.53, likelihood: { value: 0.973, low: 0.951, high: 0.986 } };
const state: FacesState = {
  enabled: true,
  model: {
    id: 'face-api-1.7.15',
    threshold: 0.4,
    errors: {
      falseMatch: 0.0062,
      falseNonMatch: 0.0063,
      pairs: 6000,
      source: 'D. E. King, dlib_face_recognition_resnet_model_v1 on Labeled Faces in the Wild (2017), 99.38%',
    },
  },
  pictures: { looked: 12_840, waiting: 1290, failed: 4 },
  faces: 9031,
  indexed: true,
  notice: null,
  purposeRequired: false,
  searchesPerHour: 60,
};
const estimates: ImageFaces['faces'][number]['estimates'] = {
  gender: { value: 'FEMALE', probability: 0.98 },
  age: { value: 41, plusMinus: 6 },
  emotions: [
    { value: 'neutral', probability: 0.81 },
    { value: 'happy', probability: 0.17 },
  ],
  smile: { value: false, probability: 0.83 },
};
const match = (digit: string, similarity: number): ImageSearchAnswer['faces'][number]['faceMatch'] => ({
  ...comparison,
  similarity,
  distance: 1 - similarity,
  face: {
    externalImageId: digit === '' ? imageId : digit.repeat(64),
    id: `${digit}.0`,
    boundingBox: { left: 0.3, top: 0.2, width: 0.4, height: 0.4 },
    quality,
  },
});

const image = /\/api\/image\/[0-9a-f]{64}(?:\/thumbnail)?$/;

async function tell(page: Page, faces: Partial<FacesState> = {}): Promise<void> {
  await page.route('**/api/image/faces', (route) => route.fulfill({ json: { ...state, ...faces } }));
  await page.route(image, (route) => route.fulfill({ body: portrait('a-2'), contentType: 'image/jpeg' }));
}

async function choose(page: Page, name = 'person-a-1.jpg'): Promise<void> {
  await page.getByRole('button', { name: 'Search by picture' }).first().click();
  await chooseFile(page.getByRole('dialog'), name, portrait('a-1'));
}

it('shows the picture with its faces, what they are like, and the evidence beside a match', async () => {
  const { page, faults } = await suite.openAsAdmin(null);
  await tell(page);
  const answer: ImageSearchAnswer = {
    faces: [
      ...[0.61, 0.53, 0.44, 0.31].map((similarity, i) => ({
        boundingBox: box(0.38),
        confidence: 0.99,
        quality,
        estimates,
        faceMatch: match(['', 'a', 'b', 'c'][i] ?? '', similarity),
        mayHaveMore: false,
      })),
      {
        boundingBox: box(0.68),
        confidence: 0.97,
        quality,
        estimates: {},
        faceMatch: match('d', 0.25),
        mayHaveMore: false,
      },
      {
        boundingBox: box(0.08),
        confidence: 0.7,
        quality: { ...quality, pixels: 22, faults: ['SMALL', 'BLURRED'] },
        estimates: {},
        faceMatch: null,
        mayHaveMore: false,
      },
    ],
    threshold: 0.2,
    model: state.model as NonNullable<FacesState['model']>,
    waiting: 1290,
    indexed: false,
  };
  await page.route('**/api/profile/image/search?**', (route) => route.fulfill({ json: answer }));
  await page.goto('/ext/results');
  await choose(page);
  await page.getByText('3 stored pictures may show this person').waitFor();
  await page.getByText('1,290 pictures were not looked at yet').waitFor();
  await page.getByText('Stored faces are being compared with their index').waitFor();
  expect(await faultsOfScreen(page, 'picture-search')).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('row').nth(1).click();
  const panel = page.getByRole('complementary');
  await panel.getByText('Why it may be this person').waitFor();
  await panel.locator('canvas[data-drawn]').nth(1).waitFor();
  expect(await faultsOfScreen(page, 'picture-evidence')).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Face 1 of 3, not compared: too small, not sharp' }).check();
  await page.getByText('Not compared with others: too small, not sharp', { exact: true }).waitFor();
  expect(await faultsOfScreen(page, 'picture-poor')).toEqual([]);
  expect(faults).toEqual([]);
});

it('asks a provider for a purpose, and shows what it says in its own words', async () => {
  const { page } = await suite.openAsAdmin(null);
  await tell(page, { purposeRequired: true });
  const said: ProviderMatch = {
    name: 'Marta Lindgren',
    similarity: 0.83,
    url: `https://example.com/people/${'marta-lindgren-'.repeat(6)}`,
    photo: 'https://example.com/photos/1.jpg',
    phone: null,
    birthDate: '1981-04-02',
    place: 'Uppsala',
    description: 'A teacher of mathematics, as her page says.',
  };
  await page.route('**/api/profile/image/search?**', (route) =>
    route.fulfill({
      json: {
        faces: [{ boundingBox: box(0.38), confidence: 0.99, quality, estimates, faceMatch: null, mayHaveMore: false }],
        threshold: 0.2,
        model: state.model,
        waiting: 0,
        indexed: true,
      },
    }),
  );
  const nobody = { ...said, name: null, similarity: null, photo: null, description: null };
  let paid = 0;
  await page.route('**/api/search4faces', (route) => {
    paid += 1;
    return route.fulfill({ json: { provider: 'search4faces', cost: 0.25, matches: [said, nobody] } });
  });
  await page.route('**/api/profile/image/external-search', (route) =>
    route.fulfill({
      json: [
        { provider: 'search4faces', cost: 0.25 },
        { provider: 'external-search', cost: 0 },
      ],
    }),
  );
  await page.goto('/ext/results');
  await page.getByRole('button', { name: 'Search by picture' }).first().click();
  await page.getByLabel('Purpose').fill('Case 26-0417');
  await chooseFile(page.getByRole('dialog'), 'a.jpg', portrait('a-1'));
  await page.getByRole('button', { name: 'Ask a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask a provider' });
  const send = dialog.getByRole('button', { name: 'Send it to search4faces, which costs 0.25' });
  await send.click();
  await dialog.getByText('Say why this face is searched for').waitFor();
  expect(await dialog.getByLabel('Purpose').getAttribute('aria-invalid')).toBe('true');
  expect(await faultsOfScreen(page, 'provider-asked')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Purpose').fill('Case 26-0417');
  // As by a double click: before the picture is read.
  await send.evaluate(async (button) => {
    const form = button instanceof HTMLButtonElement ? button.form : null;
    form?.requestSubmit();
    await Promise.resolve();
    form?.requestSubmit();
  });
  await dialog.getByText('alike to 83.0%, as it counts').waitFor();
  expect(paid).toBe(1);
  expect(await faultsOfScreen(page, 'provider-says')).toEqual([]);
});

it('asks for the notice, then for a purpose, before a picture', async () => {
  const { page } = await suite.openAsAdmin(null);
  await tell(page, {
    notice: 'Faces may be searched for in the case that you work on.\n\nNobody else.',
    purposeRequired: true,
  });
  await page.goto('/ext/results');
  await page.getByRole('button', { name: 'Search by picture' }).click();
  await page.getByRole('dialog', { name: 'Before the first search by a face' }).waitFor();
  expect(await faultsOfScreen(page, 'picture-notice')).toEqual([]);
  await page.unroute('**/api/image/faces');
  await tell(page, { purposeRequired: true });
  await page.route('**/api/image/faces/notice', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'I have read this and agree' }).click();
  await page.getByLabel('Purpose').waitFor();
  expect(await faultsOfScreen(page, 'picture-choose')).toEqual([]);
});

it('shows a photo with its faces and estimates, and the same face on other numbers', async () => {
  const { page } = await suite.openAsAdmin(null);
  await tell(page);
  const face = (id: string, left: number, faceEstimates = {}): ImageFaces['faces'][number] => ({
    id: `${id}.0`,
    imageId: id,
    boundingBox: box(left),
    confidence: 0.993,
    quality,
    estimates: faceEstimates,
  });
  await page.route('**/api/image/*/faces', (route) =>
    route.fulfill({ json: { state: 'LOOKED', faces: [face(imageId, 0.4, estimates), face(imageId, 0.7)] } }),
  );
  const same = (other: string, similarity: number, verdicts: SameFace['verdicts']): SameFace => ({
    ...comparison,
    similarity,
    distance: 1 - similarity,
    near: true,
    phone: other,
    name: 'Marta Lindgren',
    own: face(imageId, 0.4),
    other: face('a'.repeat(64), 0.4),
    verdict: verdicts[0]?.verdict ?? null,
    verdicts,
    mayHaveMore: false,
  });
  await page.route('**/same-face', (route) =>
    route.fulfill({
      json: [
        same('+447700900611', 0.61, [
          { verdict: 'SAME', by: 'a.marlowe', at: Date.now() - 3_600_000 },
          { verdict: 'DIFFERENT', by: 'analyst', at: Date.now() - 7_200_000 },
        ]),
        same('+447700900142', 0.44, []),
      ],
    }),
  );
  await page.goto(`/ext/results/${encodeURIComponent(phone)}#same-face`);
  await page.locator('#same-face canvas[data-drawn]').nth(3).waitFor();
  expect(await faultsOfScreen(page, 'profile-same-face', page.locator('#same-face'))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Open photo 1' }).click();
  await page.getByRole('dialog').locator('canvas[data-drawn]').waitFor();
  await page.getByText('Estimates of the model, no facts').waitFor();
  expect(await faultsOfScreen(page, 'photo-viewer')).toEqual([]);
});

it('shows how far faces are, and what clearing the picture storage would free', async () => {
  const { page } = await suite.openAsAdmin(null);
  await tell(page);
  await page.route('**/api/image/clear-storage', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'GET'
          ? { pictures: 128, bytes: 48_300_000 }
          : { removed: 128, freedBytes: 48_300_000 },
    }),
  );
  await page.goto('/ext/system');
  await page.getByText('12,840').waitFor();
  expect(await faultsOfScreen(page, 'system-faces')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Clear unused pictures' }).click();
  await page.getByText('128 pictures would be removed, 46.1 MB would be freed.').waitFor();
  expect(await faultsOfScreen(page, 'clear-storage')).toEqual([]);
  await page.getByRole('button', { name: 'Remove them' }).click();
  await page.getByText('128 pictures were removed, 46.1 MB freed').waitFor();
});
