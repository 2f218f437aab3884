import * as z from 'zod';
import { answersNothing } from '../schemas/values.ts';
import * as webhooks from '../events/webhooks.ts';
import { call } from './call.ts';

/** A key has scopes, and a webhook would tell whoever holds it what other scopes are for: only people make webhooks. */
const webhookCall = {
  service: 'sources',
  access: 'ADMIN',
  module: 'Profiler',
  scope: 'none',
  audit: 'SOURCE',
} as const;
const oneWebhook = { ...webhookCall, params: z.object({ id: z.string() }) } as const;

/** Webhooks: who is told of events by HTTP. */
export const webhookCalls = {
  listWebhooks: call({
    ...webhookCall,
    method: 'GET',
    path: '/api/webhook',
    answer: z.array(webhooks.Webhook),
    summary: 'All webhooks',
  }),
  createWebhook: call({
    ...webhookCall,
    method: 'POST',
    path: '/api/webhook',
    unrecorded: ['secret'],
    body: webhooks.WebhookDraft,
    answer: webhooks.Webhook,
    status: 201,
    summary: 'Make a webhook',
  }),
  updateWebhook: call({
    ...oneWebhook,
    method: 'PUT',
    path: '/api/webhook/{id}',
    unrecorded: ['secret'],
    body: webhooks.WebhookChange,
    answer: webhooks.Webhook,
    summary: 'Change a webhook',
  }),
  deleteWebhook: call({
    ...oneWebhook,
    method: 'DELETE',
    path: '/api/webhook/{id}',
    ...answersNothing,
    summary: 'Delete a webhook with its deliveries',
  }),
  testWebhook: call({
    ...oneWebhook,
    method: 'POST',
    path: '/api/webhook/{id}/test',
    costly: true,
    answer: webhooks.WebhookTrial,
    summary: 'Send a webhook an event of trial, and say how that ended',
  }),
  webhookDeliveries: call({
    ...oneWebhook,
    method: 'GET',
    path: '/api/webhook/{id}/deliveries',
    query: webhooks.DeliveryQuery,
    answer: webhooks.DeliveryPage,
    summary: 'What was sent to a webhook, is to be sent, or was given up, newest first',
  }),
  replayDelivery: call({
    ...oneWebhook,
    method: 'POST',
    path: '/api/webhook/{id}/deliveries/{delivery}/replay',
    params: z.object({ id: z.string(), delivery: z.string() }),
    ...answersNothing,
    summary: 'Send a delivery that was given up again',
  }),
  replayDeliveries: call({
    ...oneWebhook,
    method: 'POST',
    path: '/api/webhook/{id}/replay',
    costly: true,
    answer: z.object({ deliveries: z.number().int() }),
    summary: 'Send all deliveries of a webhook that were given up again',
  }),
};
