import { expect, it, jest } from '@jest/globals';
import {
  noAnswer,
  OLD,
  partsSayThatTheyMayBeOld,
  wordsOnceAnswered,
  wordsOnceRefused,
} from '../../../packages/ui/test/failed-again.ts';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import { limits, type TrailState, type Webhook } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import NeedsYou from '@numscope/ui/needs-you/needs-you.tsx';
import { createElement } from 'react';
import { ChainMark } from '../src/features/audit/chain-mark.tsx';
import { SecondFactorButton } from '../src/features/second-factor/second-factor-button.tsx';
import SourcePage from '../src/features/source/source-page.tsx';
import SourcesPage from '../src/features/sources/sources-page.tsx';
import { SourcesFile } from '../src/features/sources/sources-file.tsx';
import { Worth } from '../src/features/sources/source-worth.tsx';
import { FacesCard } from '../src/features/system/faces-card.tsx';
import { WebhookPanel } from '../src/features/webhooks/webhook-panel.tsx';

const nothing = (): void => undefined;

const webhook: Webhook = {
  id: 'w1',
  name: 'Ours',
  url: 'https://hooks.example/numscope',
  events: ['job.status-changed'],
  filter: null,
  fields: null,
  createdBy: 'ann',
  createdOn: 1,
  pending: 0,
  dead: 0,
};
const delivery = {
  id: 'd1',
  type: 'job.status-changed',
  key: 'k-77',
  state: 'DELIVERED',
  status: 204,
  reason: null,
  attempts: 1,
  queuedAt: 1,
  lastAt: 1,
  nextAt: null,
};
const page = { content: [delivery], totalElements: 1, totalPages: 1, number: 0, size: 1 };
const deliveriesKey = (query: object) => callKey('webhookDeliveries', { params: { id: webhook.id }, query });

const panel = createElement(WebhookPanel, {
  webhook,
  view: { open: webhook.id, edit: '', state: 'all', page: 0 },
  onView: nothing,
  onEdit: nothing,
  onDelete: nothing,
  onClose: nothing,
});
const deliveriesAnswered = [
  [deliveriesKey({ page: 0, size: limits.pageSize.jobs }), page],
  [deliveriesKey({ state: 'DELIVERED', size: 1 }), page],
] as const;

const fileKey = callKey('sourcesFile', {});
const file = { name: 'sources.yaml', takenAt: 1, faults: ['No url'], faultsAt: 1, warnings: ['No pace'] };

const HOUR = 3_600_000;
const now = 500_000 * HOUR;
const figures = { asked: 7, found: 3, fresh: 1, agreed: 1, contradicted: 0, cost: 0.5, costOfUseful: null };
const worth = {
  source: 'PARCELS',
  from: now - 24 * HOUR,
  to: now,
  total: figures,
  ever: figures,
  countries: [{ country: 'UZ', ...figures }],
  times: [],
  photos: { waiting: 0, givenUp: 0 },
};
jest.spyOn(Date, 'now').mockReturnValue(now);

partsSayThatTheyMayBeOld([
  ['deliveries of a webhook', panel, deliveriesAnswered, 'k-77'],
  [
    'state of the faces',
    createElement(FacesCard),
    [
      [
        callKey('facesState', {}),
        {
          enabled: true,
          faces: 4,
          pictures: { looked: 3, waiting: 0, failed: 0 },
          model: null,
          searchesPerHour: 60,
          purposeRequired: false,
          notice: null,
          indexed: true,
        },
      ],
    ],
    '4 faces',
  ],
  [
    'list of what needs somebody',
    createElement(NeedsYou, {}),
    [[callKey('needsYou', {}), { needs: [{ kind: 'NO_SOURCE' }], otherFailed: { numbers: 0, jobs: 0 }, unheard: [] }]],
    'Needs you',
  ],
  ['faults of the sources file', createElement(SourcesFile, { listFailed: false }), [[fileKey, file]], 'No url'],
  [
    'warnings of the sources file',
    createElement(SourcesFile, { listFailed: false }),
    [[fileKey, { ...file, faults: [] }]],
    'No pace',
  ],
  [
    'worth of a source',
    createElement(Worth, { name: worth.source }),
    [
      [
        callKey('sourceStatistics', {
          params: { name: worth.source },
          query: { from: worth.from, to: worth.to },
        }),
        worth,
      ],
    ],
    'Uzbekistan',
  ],
]);

it('counts no sources that are not loaded', () => {
  const words = wordsOnceRefused(createElement(SourcesPage), [callKey('listSources', {})]);
  expect(words).toMatch(/^All …$/m);
  expect(words).not.toMatch(/^(?:All|Configured|Own) 0$/m);
});

it('says of the sources file once that it could not be loaded: where the list of sources does not', () => {
  const said = 'How the sources file was read could not be loaded';
  expect(wordsOnceRefused(createElement(SourcesFile, { listFailed: false }), [fileKey])).toContain(said);
  const beside = createElement(SourcesFile, { listFailed: true });
  expect(wordsOnceRefused(beside, [fileKey])).toBe('');
  expect(wordsOnceAnswered(beside, [[fileKey, file]], noAnswer)).not.toContain('may be old');
});

it('says when something last arrived at a webhook only as long as that is known', () => {
  const arrived = /Newest that arrived\n(.*)/;
  expect(arrived.exec(wordsOnceAnswered(panel, deliveriesAnswered, noAnswer))?.[1]).toBe('This could not be loaded');
  expect(arrived.exec(wordsOnceAnswered(panel, deliveriesAnswered, null))?.[1]).toMatch(/1970/);
});

it.each([true, false])('says beside the mark of the chain whether it may be old: %s', (isOld) => {
  const trail: TrailState = {
    entries: 3,
    lastSeq: 3,
    begins: null,
    checkpoint: null,
    unvouched: 3,
    refusal: null,
    kid: 'k',
    checked: {
      at: 1,
      by: 'ann',
      entries: 3,
      whole: true,
      faults: 0,
      brokenAt: null,
      checkpoints: 0,
      vouchedUpTo: 0,
    },
    retention: { days: null, next: null, refusal: null },
  };
  const chain = { trail, isOld, check: nothing, checking: false, progress: null };
  expect(wordsOf(createElement(ChainMark, { chain })).includes(OLD)).toBe(isOld);
  const unknown = { ...chain, trail: undefined };
  const said = isOld ? 'Whether the chain is whole could not be loaded' : '';
  expect(wordsOf(createElement(ChainMark, { chain: unknown }))).toBe(said);
});

it('says that what needs somebody could not be loaded, not as if nothing did', () => {
  const node = createElement(NeedsYou, {});
  const key = callKey('needsYou', {});
  const nothingNeeds = { needs: [], otherFailed: { numbers: 0, jobs: 0 }, unheard: [] };
  expect(wordsOnceRefused(node, [key])).toBe('What needs you could not be loaded.');
  expect(wordsOnceAnswered(node, [[key, nothingNeeds]], noAnswer)).toBe('What needs you could not be loaded.');
  expect(wordsOnceAnswered(node, [[key, nothingNeeds]], null)).toBe('');
});

it('says that the second factor could not be loaded instead of leaving its button out', () => {
  const button = createElement(SecondFactorButton);
  const key = callKey('secondFactor', {});
  expect(wordsOnceRefused(button, [key])).toBe('The second factor could not be loaded');
  expect(wordsOnceAnswered(button, [[key, { confirmedAt: null, recoveryCodes: 0 }]], null)).toMatch(/second factor/i);
});

it('shows no form of a source while its presets are not known: one of a preset would stand there as one of none', () => {
  const key = callKey('getSourceDefinition', { params: { name: 'PARCELS' } });
  const definition = { name: 'PARCELS', source: 'PARCELS:\n  preset: twilio', revision: 'r', readOnly: null };
  const page = createElement(SourcePage, { name: 'PARCELS' });
  const words = wordsOnceRefused(page, [callKey('listSourcePresets', {})], [[key, definition]]);
  expect(words).toContain('The presets could not be loaded');
  expect(words).not.toContain('None: an API of its own');
  expect(wordsOnceAnswered(page, [[key, definition]], null)).not.toContain('None: an API of its own');
});
