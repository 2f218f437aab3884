import { expect, it } from '@jest/globals';
import { WebhookAddresses } from '../src/webhooks/webhook-address.ts';

it.each([
  ['http://127.0.0.1:9/', 'WEBHOOK_ADDRESS'],
  ['http://localhost/', 'WEBHOOK_ADDRESS'],
  ['http://10.1.2.3/', 'WEBHOOK_ADDRESS'],
  ['http://169.254.169.254/latest/meta-data', 'WEBHOOK_ADDRESS'],
  ['http://[::1]/', 'WEBHOOK_ADDRESS'],
  ['http://[::ffff:127.0.0.1]/', 'WEBHOOK_ADDRESS'],
  ['http://[fd00::1]/', 'WEBHOOK_ADDRESS'],
  ['http://2130706433/', 'WEBHOOK_ADDRESS'],
  ['http://0x7f.1/', 'WEBHOOK_ADDRESS'],
  ['ftp://example.com/', 'WEBHOOK_URL'],
  ['file:///etc/passwd', 'WEBHOOK_URL'],
  ['https://user:word@example.com/', 'WEBHOOK_URL'],
  ['https://example.com/#part', 'WEBHOOK_URL'],
  ['no address', 'WEBHOOK_URL'],
])('no webhook calls %s', async (address, code) => {
  await expect(new WebhookAddresses([]).check(address)).rejects.toMatchObject({ code });
});
