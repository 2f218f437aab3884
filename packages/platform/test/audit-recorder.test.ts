import { expect, it } from '@jest/globals';
import { auditEvent, AuditRecorder, createLogger } from '@numscope/platform';
import { RecordingBus } from '@numscope/testing';

const log = createLogger('audit', 'silent');
const entry = (details: string) =>
  auditEvent({
    actionType: 'PROFILE',
    createdTimestamp: 1,
    details,
    username: 'u',
    ip: '127.0.0.1',
    args: {},
    outcome: 'OK',
  });
const details = (bus: RecordingBus): string[] => bus.published('audit.logged').map((event) => event.data.details);

it('hands entries over by itself, in their order', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  recorder.record(entry('a'));
  recorder.record(entry('b'));
  await bus.waitFor('audit.logged', (event) => event.data.details === 'b');
  expect(details(bus)).toEqual(['a', 'b']);
});

it('hands a full group over at once, and what is left when flushed', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  for (let n = 0; n < 501; n++) recorder.record(entry(`e${n}`));
  await recorder.flush();
  expect(details(bus)).toEqual(Array.from({ length: 501 }, (_none, n) => `e${n}`));
});

it('loses nothing and keeps the order when the bus is away', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  bus.failWith(new Error('no bus'));
  recorder.record(entry('a'));
  await recorder.flush();
  recorder.record(entry('b'));
  bus.failWith(null);
  await recorder.flush();
  expect(details(bus)).toEqual(['a', 'b']);
});
