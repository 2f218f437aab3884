import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  headOf,
  type IndexDocument,
  outgoing,
  packDocument,
  packEvents,
  phoneOf,
  unpackDocument,
  unpackEvents,
} from '@numscope/platform';
import { keyOfText } from '@numscope/platform/event-text';

const text = fc.string({ unit: 'binary' });
const document: fc.Arbitrary<IndexDocument> = fc.record({
  phone: fc.nat().map((n) => `+${n}`),
  revision: fc.nat(),
  terms: fc.record({ name: fc.array(text), phone: fc.array(text) }, { requiredKeys: [] }),
  facets: fc.record({ city: fc.array(text) }, { requiredKeys: [] }),
  sort: fc.record({ name: text, timestamp: fc.nat(), confidence: fc.nat() }),
});

it('when a document is packed, then its head is read alone, and all of it comes back', () => {
  fc.assert(
    fc.property(document, (one) => {
      const packed = packDocument(one);
      expect(headOf(packed)).toEqual({ phone: one.phone, revision: one.revision });
      expect(phoneOf(packed)).toBe(one.phone);
      expect(unpackDocument(packed)).toEqual(one);
    }),
  );
});

it('when an event begins without escapes, then its key is read from its text alone, whatever stands behind it', () => {
  fc.assert(
    fc.property(text, text, text, (id, key, said) => {
      const event = outgoing('audit.logged', key, { key: said } as never, { id, trace: said });
      const isPlain = JSON.stringify(id + key) === `"${id}${key}"`;
      expect(keyOfText(event.json)).toBe(isPlain ? key : null);
    }),
  );
});

it('when events are packed, then they come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (all) => {
      const events = all.map(([id, key]) => outgoing('audit.logged', key, {} as never, { id }));
      expect(unpackEvents(packEvents(events))).toEqual(events);
    }),
  );
});
