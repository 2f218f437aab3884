import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { entryOf, withEntry } from '../src/config/source-entry.ts';

const file = `# Our sources
proxies:
  office: { url: 'http://proxy.example:3128' } # the only way out
sources:
  # paid by the sales department
  # until 2027
  GETCONTACT:
    connector: http
    request: { url: 'https://api.example/{phone}' }   # v1
    answer:
      map:
        names: 'name'

  OFFICE_BOOK: { connector: dataset, file: book.csv }   # old
  # last
  NUMBERING_PLAN: { connector: numbering-plan }
# the end
`;

test('a source is read with its comments, unindented', () => {
  expect(entryOf(file, 'GETCONTACT')).toBe(`# paid by the sales department
# until 2027
GETCONTACT:
  connector: http
  request: { url: 'https://api.example/{phone}' }   # v1
  answer:
    map:
      names: 'name'
`);
  expect(entryOf(file, 'OFFICE_BOOK')).toBe('OFFICE_BOOK: { connector: dataset, file: book.csv }   # old\n');
  expect(entryOf(file, 'NOBODY')).toBeNull();
});

test.each([
  ['sources: { A: { connector: x, list: [1] }, OWN: { a: 1 } }', 'OWN: { a: 1 }\n'],
  ['{ sources: {\nOWN: { a: 1,\nb: 2 },\nC: 5 } }', 'OWN: { a: 1,\n  b: 2 }\n'],
  ['{ sources: { OWN: { a: "1" } } }', 'OWN: { a: "1" }\n'],
  ['sources: { OWNER: { a: 1 } }', null],
])('a source that does not stand below others is read, too: %j', (text, entry) => {
  expect(entryOf(text, 'OWN')).toBe(entry);
  if (entry !== null)
    expect((parse(entry) as { OWN: unknown }).OWN).toEqual((parse(text) as { sources: { OWN: unknown } }).sources.OWN);
});

test('a source is written in its place, and all else stays as it is, comments too', () => {
  const changed = withEntry(file, 'GETCONTACT', '# new\nGETCONTACT:\n  preset: twilio-lookup\n');
  expect(changed).toBe(file.replace(/ {2}# paid[^]*'name'\n/, '  # new\n  GETCONTACT:\n    preset: twilio-lookup\n'));
});

test('a new source is put behind the others', () => {
  const changed = withEntry(file, 'OWN', 'OWN:\n  connector: http');
  expect(changed).toBe(file.replace('# the end', '  OWN:\n    connector: http\n# the end'));
});

test.each([
  ['', 'sources:\n  OWN: { a: 1 }\n'],
  ['# nothing yet\n', '# nothing yet\nsources:\n  OWN: { a: 1 }\n'],
  ['proxies: {}', 'proxies: {}\nsources:\n  OWN: { a: 1 }\n'],
])('a file without sources gets them: %j', (text, changed) => {
  expect(withEntry(text, 'OWN', 'OWN: { a: 1 }')).toBe(changed);
});

test.each(['sources: { OWN: { a: 1 } }', 'sources:', '- a list', 'sources: [', 'sources: 5'])(
  'where sources do not stand one below the other nothing is written: %j',
  (text) => {
    expect(withEntry(text, 'OWN', 'OWN: { a: 2 }')).toBeNull();
  },
);

const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
const comment = fc.constantFrom('', '# a note\n', '# two\n# lines\n');
const value = fc.constantFrom(
  'connector: http',
  'request:\n  url: "https://x.example/{phone}"\n  body: |\n    first\n    second',
  'map: { names: "a" } # here',
  'list:\n- one\n- two\n\nlast: 1',
);
const entries = fc.uniqueArray(fc.record({ name, comment, value }), { selector: (one) => one.name, minLength: 1 });
const textOf = (one: { name: string; comment: string; value: string }): string =>
  `${one.comment}${one.name}:\n${one.value.replaceAll(/^(?=.)/gm, '  ')}\n`;

test('any source written is read back, and no other changes', () => {
  fc.assert(
    fc.property(entries, fc.record({ name, comment, value }), fc.boolean(), (before, fresh, isOld) => {
      const text = before.reduce((all, one) => withEntry(all, one.name, textOf(one)) ?? '', '# head\n');
      const one = isOld ? { ...fresh, name: before[0]?.name ?? fresh.name } : fresh;
      const changed = withEntry(text, one.name, textOf(one)) ?? '';
      expect(entryOf(changed, one.name)).toBe(textOf(one));
      for (const other of before.filter((each) => each.name !== one.name))
        expect(entryOf(changed, other.name)).toBe(textOf(other));
      expect(parse(changed)).toMatchObject({ sources: parse(textOf(one)) as object });
    }),
  );
});
