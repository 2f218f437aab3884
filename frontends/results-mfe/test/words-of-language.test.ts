import { beforeAll, expect, it } from '@jest/globals';
import { lineStatuses, type ProfileDetail } from '@numscope/contracts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { lineWords } from '../src/domain/line-words.ts';
import { activitiesOf } from '../src/features/profile/activities.ts';
import { facetText } from '../src/features/results/facet-text.ts';
import { texts } from '../src/texts/texts.ts';
import { profileOf } from './profile-of.ts';

beforeAll(async () => {
  fakeBrowser().localStorage.setItem('language', 'fr');
  await texts.load();
});

it('says the type and the status of a line in the words of the language', () => {
  expect(['FIXED_LINE_OR_MOBILE', 'voip', 'Fixed line'].map(lineWords)).toEqual(['Fixe ou mobile', 'VoIP', 'Fixe']);
  expect(facetText('lineType', 'MOBILE')).toBe('Mobile');
  expect(lineStatuses.map(lineWords)).toEqual(['Active', 'Inactive', 'Injoignable', 'Non attribuée']);
  // Nobody knows what another one is called.
  expect(lineWords('SATELLITE_PHONE')).toBe('Satellite phone');
});

it('says what sources answered by the words for the fields', () => {
  const source: ProfileDetail['sources'][number] = {
    lmSource: 'PARCELS',
    at: 1,
    observedAt: null,
    cached: false,
    profile: { birthDate: '1987-04-12', emails: ['a@b.example'], photos: ['x'], valueTimes: {} },
  };
  const [said] = activitiesOf({ target: profileOf({}), sources: [source] });
  expect(said?.text).toMatch(/^PARCELS a répondu\s: naissance, e-mails, photos$/);
});
