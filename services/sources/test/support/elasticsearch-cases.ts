import { describe, expect, it } from '@jest/globals';
import { start } from './each-test.ts';
import { PHONE } from './sources-under-test.ts';

export interface IndexUnderTest {
  url(): string;
  index: string;
}

export const documents = [
  { tel: '998901234567', person: { name: 'Anvar Karimov' }, mail: ['a@mail.example', 'b@mail.example'], secret: 'x' },
  { tel: '+998901234567', person: { name: 'Анвар Каримов' } },
  { tel: '901234568', person: { name: 'Bobur' } },
  {
    tel: ['901234569', '+998901234570'],
    contact: { tel: '998901234571' },
    person: { name: 'Dono' },
    seen: '2015-06-30',
  },
  { contact: [{ tel: '998901234572' }, { tel: '998901234573' }], person: { name: 'Eldor' } },
];

/** What a source of the connector `elasticsearch` does, whoever answers. */
export function elasticsearchCases(what: string, { url, index }: IndexUnderTest): void {
  const yaml = (more = ''): string =>
    `sources:\n  INDEX:\n    connector: elasticsearch\n    url: "\${env:SEARCH}"\n    index: ${index}\n    phone: tel\n    region: UZ\n    fields: [mail]\n    map: { names: person.name, emails: mail }\n    retries: 0\n${more}`;
  const told = async (list: string[], more?: string, phone = 'tel') => {
    const sources = await start({ yaml: yaml(more).replace('phone: tel', `phone: ${phone}`), env: { SEARCH: url() } });
    const all = await sources.lookUp(list);
    return all.map(({ sources: parts, observations }) => ({
      status: parts.find(({ source }) => source === 'INDEX')?.status,
      message: parts.find(({ source }) => source === 'INDEX')?.message,
      fields: observations.find(({ source }) => source === 'INDEX')?.fields,
      observedAt: observations.find(({ source }) => source === 'INDEX')?.observedAt,
    }));
  };

  describe(what, () => {
    it('answers for each number what its documents say, in whatever form they hold it', async () => {
      const [known, national, unknown] = await told([PHONE, '+998901234568', '+998901234561']);
      expect(known).toMatchObject({ status: 'FOUND' });
      expect(known?.fields?.emails).toEqual(['a@mail.example', 'b@mail.example']);
      expect(known?.fields?.names?.map(({ name }) => name).toSorted()).toEqual(['Anvar Karimov', 'Анвар Каримов']);
      expect(national?.fields?.names).toEqual([{ name: 'Bobur', type: 'UNKNOWN' }]);
      expect(unknown).toMatchObject({ status: 'NOT_FOUND' });
    });

    it('answers by a document for each number of its list, and by one within another field', async () => {
      const [first, second] = await told(['+998901234569', '+998901234570']);
      const names = [{ name: 'Dono', type: 'UNKNOWN' }];
      expect([first?.fields, second?.fields]).toEqual([{ names }, { names }]);
      const [inner] = await told(['+998901234571'], '', 'contact.tel');
      expect(inner?.fields).toEqual({ names });
    });

    it('answers by a document for each number that stands in an object of a list', async () => {
      const both = await told(['+998901234572', '+998901234573'], '', 'contact.tel');
      const names = [{ name: 'Eldor', type: 'UNKNOWN' }];
      expect(both.map(({ fields }) => fields)).toEqual([{ names }, { names }]);
    });

    it('is sent what the mapping and the time are read from, whichever fields it names besides', async () => {
      const [one] = await told(['+998901234569'], '    observedAt: seen\n');
      expect(one).toMatchObject({
        fields: { names: [{ name: 'Dono', type: 'UNKNOWN' }] },
        observedAt: Date.UTC(2015, 5, 30),
      });
    });

    it('asks by a query of the operator, with the lists where it says', async () => {
      const more = '    query: { bool: { filter: [{ terms: { tel: "{e164s}" } }] } }\n';
      const [one] = await told([PHONE], more);
      expect(one?.fields?.names?.map(({ name }) => name)).toEqual(['Анвар Каримов']);
    });

    it('says that its query is wrong when Elasticsearch says so', async () => {
      const [one] = await told([PHONE], '    query: { nothing_known: { tel: "{e164s}" } }\n');
      expect(one).toMatchObject({ status: 'FAILED' });
      expect(one?.message).toMatch(/^cannot run its query: /);
    });
  });
}
