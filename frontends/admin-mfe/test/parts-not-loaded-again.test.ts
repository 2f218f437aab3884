import { expect, it } from '@jest/globals';
import { noAnswer, wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import { limits, type TrailState, type Webhook } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import NeedsYou from '@numscope/ui/needs-you/needs-you.tsx';
import { createElement, type ReactNode } from 'react';
import { ChainMark } from '../src/features/audit/chain-mark.tsx';
import { FacesCard } from '../src/features/system/faces-card.tsx';
import { WebhookPanel } from '../src/features/webhooks/webhook-panel.tsx';

const OLD = 'This could not be loaded again, so what is shown may be old.';
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

it.each<[what: string, node: ReactNode, answers: Parameters<typeof wordsOnceAnswered>[1], shows: string]>([
  [
    'deliveries of a webhook',
    createElement(WebhookPanel, {
      webhook,
      view: { open: webhook.id, edit: '', state: 'all', page: 0 },
      onView: nothing,
      onEdit: nothing,
      onDelete: nothing,
      onClose: nothing,
    }),
    [
      [deliveriesKey({ page: 0, size: limits.pageSize.jobs }), page],
      [deliveriesKey({ state: 'DELIVERED', size: 1 }), page],
    ],
    'k-77',
  ],
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
])('the %s that could not be loaded again stays, and says that it may be old', (_what, node, answers, shows) => {
  const words = wordsOnceAnswered(node, answers, noAnswer);
  expect(words.split(OLD)).toHaveLength(2);
  expect(words).toContain(shows);
  expect(wordsOnceAnswered(node, answers, null)).toContain(shows);
  expect(wordsOnceAnswered(node, answers, null)).not.toContain('may be old');
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
    retention: { days: null, next: null },
  };
  const chain = { trail, isOld, check: nothing, checking: false, progress: null };
  expect(wordsOf(createElement(ChainMark, { chain })).includes(OLD)).toBe(isOld);
});
