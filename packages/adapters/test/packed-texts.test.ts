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
import { ownTerm, splitDocument } from '@numscope/platform/packed-documents';

const text = fc.string({ unit: 'binary' });
const phone = fc.nat().map((n) => `+${n}`);
const documentOf = (own: string): fc.Arbitrary<IndexDocument> =>
  fc.record({
    phone: fc.constant(own),
    revision: fc.nat(),
    terms: fc.record(
      { name: fc.array(text), phone: fc.array(fc.oneof(text, fc.constant(ownTerm(own)))) },
      { requiredKeys: [] },
    ),
    facets: fc.record({ city: fc.array(text) }, { requiredKeys: [] }),
    sort: fc.record({ name: text, timestamp: fc.nat(), confidence: fc.nat() }),
  });
const document = phone.chain(documentOf);

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

it('when documents differ in nothing but their numbers, revisions and times, then the rest of them is one text', () => {
  fc.assert(
    fc.property(document, phone, fc.nat(), (one, other, n) => {
      fc.pre(!one.terms.phone?.includes(ownTerm(other)));
      const alike: IndexDocument = {
        phone: other,
        revision: n,
        terms: {
          ...one.terms,
          ...(one.terms.phone && {
            phone: one.terms.phone.map((term) => (term === ownTerm(one.phone) ? ownTerm(other) : term)),
          }),
        },
        ...(one.facets && { facets: one.facets }),
        sort: { ...one.sort, timestamp: n },
      };
      expect(splitDocument(packDocument(alike))).toEqual({
        timestamp: n,
        content: splitDocument(packDocument(one)).content,
      });
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
