import { expect, it } from '@jest/globals';
import { answerShape, firstRowOf } from '../src/domain/answer-shape.ts';

const jsonOf = (body: unknown): string => JSON.stringify(body);

const shapeOf = (raw: string): string => answerShape(raw, firstRowOf(raw));

it.each([
  [
    'an object',
    jsonOf({ person: { fullName: 'Ann Øster', born: '1985-03-02', married: true, age: 40, flat: null } }),
    '{"person":{"fullName":"xxx xxxxx","born":"0000-00-00","married":false,"age":0,"flat":null}}',
  ],
  ['a long list', jsonOf([{ a: 'b' }, { a: 'c' }, { a: 'd' }, { a: 'e' }]), '[{"a":"x"},{"a":"x"},{"a":"x"},"…"]'],
  [
    'names that are themselves said of somebody',
    jsonOf({ '998901234567': { line1: 'A' }, 'ann@mail.example': 1 }),
    '{"000000000000":{"line1":"x"},"xxx@xxxx.xxxxxxx":0}',
  ],
  ['a long text', jsonOf({ about: 'a'.repeat(100) }), `{"about":"${'x'.repeat(60)}…"}`],
  [
    'XML',
    jsonOf('<?xml version="1.0"?><a:person id="17"><name>Ann</name><![CDATA[Main St 1]]><!-- Ann --></a:person>'),
    '<?xml version="x.x"?><a:person id="xx"><name>xxx</name><![xxxxx[xxxx xx x]]><!-- xxx --></a:person>',
  ],
  ['a table', jsonOf('Name;Mail\nAnn;a@b.example\nBob;'), 'Name;Mail\nxxx;x@x.xxxxxxx\nxxx;'],
  ['a table of other letters', jsonOf('Имя;Почта\nАня;1'), 'Имя;Почта\nxxx;0'],
  [
    'a table without names',
    jsonOf('Øster,Ann,998901234567\nBrown,Bob,998901234568'),
    'xxxxx,xxx,000000000000\nxxxxx,xxx,000000000000',
  ],
  ['a table that begins with an age', jsonOf('Øster;40\nBrown;41'), 'xxxxx;00\nxxxxx;00'],
  ['a table that begins with an empty value', jsonOf('Øster;\nBrown;41'), 'xxxxx;\nxxxxx;00'],
  ['a text', jsonOf('Ann, Main St 1'), 'xxx, xxxx xx 0'],
  ['what is no JSON', '{"name":"Ann', '{"xxxx":"xxx'],
])('of %s the names are shown, and no value', (_what, raw, shape) => {
  expect(shapeOf(raw)).toBe(shape);
});

it('of a table whose first row is not that of others nothing is shown: it may be somebody', () => {
  expect(answerShape(jsonOf('Ann;Øster\nBob;Brown'), null)).toBe('xxx;xxxxx\nxxx;xxxxx');
  expect(answerShape(jsonOf('Ann;Øster\nBob;Brown'), 'Ann;Brown')).toBe('xxx;xxxxx\nxxx;xxxxx');
});
