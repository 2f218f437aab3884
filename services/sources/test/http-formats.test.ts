import { describe, expect, it } from '@jest/globals';
import { provide, start } from './support/each-test.ts';
import { httpYaml, type OfficeAnswer, officeAnswer, officeAnswers } from './support/office.ts';
import { phones, type SourcesUnderTest } from './support/sources-under-test.ts';

async function sourcesOf(text: string, answer: readonly string[], more = ''): Promise<SourcesUnderTest> {
  const provider = await provide((_call, response) => void response.end(text));
  return start({ yaml: httpYaml([`request: { url: "${provider.url}/{phone}"${more} }`, 'answer:', ...answer]) });
}
const answerTo = async (text: string, answer: readonly string[]): Promise<OfficeAnswer> =>
  officeAnswer(await sourcesOf(text, answer));

const XML_MAP = ['  format: xml', '  map: { names: "[person.name][]", city: person.city, about: "person._since" }'];

describe('an answer in XML', () => {
  it('is mapped by its elements and attributes, one or several, and nothing in it becomes a number', async () => {
    const several = await answerTo(
      '<?xml version="1.0"?><x:person xmlns:x="urn:x" since="007"><x:name>Anvar &amp; Co &#x410;</x:name><x:name><![CDATA[A <b>]]></x:name><city>0012</city></x:person>',
      XML_MAP,
    );
    expect(several.observation.fields).toEqual({
      names: [
        { name: 'Anvar & Co А', type: 'UNKNOWN' },
        { name: 'A <b>', type: 'UNKNOWN' },
      ],
      city: '0012',
      about: '007',
    });
    const one = await answerTo('<person><name>Anvar</name></person>', XML_MAP);
    expect(one.observation.fields).toEqual({ names: [{ name: 'Anvar', type: 'UNKNOWN' }] });
  });

  it.each([
    [
      'a document type that blows up',
      '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><person><name>&b;</name></person>',
    ],
    [
      'a document type that reads a file',
      '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><person><name>&f;</name></person>',
    ],
    ['elements without end', '<person>'.repeat(100_000)],
    ['elements nested too deep', `${'<a>'.repeat(80)}${'</a>'.repeat(80)}`],
    ['a name of every object', '<person><__proto__><name>x</name></__proto__></person>'],
    ['JSON', '{"person":{"name":"Anvar"}}'],
  ])('with %s is refused', async (_what, text) => {
    expect(await answerTo(text, XML_MAP)).toMatchObject({
      status: 'FAILED',
      message: 'sent an answer that is not XML',
    });
  });

  it('leaves what it does not know as it stands: an entity of nobody', async () => {
    const { observation } = await answerTo('<person><name>A &foo; B</name></person>', XML_MAP);
    expect(observation.fields?.names?.[0]?.name).toBe('A &foo; B');
  });

  it('may be a batch, also of one item', async () => {
    const text = '<r><i><tel>+998900000000</tel><n>A</n></i></r>';
    const provider = await provide((_call, response) => void response.end(text));
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{e164s}", batchSize: 2 }`,
        'answer: { format: xml, items: "body.r.i", phone: tel, map: { names: n } }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(2));
    expect(answers.map(({ status }) => status)).toEqual(['FOUND', 'NOT_FOUND']);
    expect(provider.seen[0]?.headers.accept).toContain('application/xml');
  });
});

describe('an answer in CSV', () => {
  const CSV_MAP = ['  format: csv', '  map: { names: Name, emails: Mail }'];

  it('is a list of rows about the number, by the names of its columns, whatever separates them', async () => {
    const { observation } = await answerTo('\uFEFFName;Mail\r\n"Karimov; Anvar";a@mail.example\r\nA.;\r\n', CSV_MAP);
    expect(observation.fields).toEqual({
      names: [
        { name: 'Karimov; Anvar', type: 'UNKNOWN' },
        { name: 'A.', type: 'UNKNOWN' },
      ],
      emails: ['a@mail.example'],
    });
  });

  it('with a head alone says nothing; what is no table is refused', async () => {
    expect(await answerTo('Name,Mail\n', CSV_MAP)).toMatchObject({ status: 'NOT_FOUND' });
    expect(await answerTo('Name,Mail\n"never closed', CSV_MAP)).toMatchObject({
      status: 'FAILED',
      message: 'sent an answer that is not CSV',
    });
  });

  it('may be a batch', async () => {
    const table = 'Tel,Name\n998900000000,A\n998900000001,B\n998900000000,A2\n';
    const provider = await provide((_call, response) => void response.end(table));
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phones}", batchSize: 2 }`,
        'answer: { format: csv, items: body, phone: Tel, map: { names: Name } }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(2));
    expect(answers.map(({ observation }) => observation.fields?.names?.map(({ name }) => name))).toEqual([
      ['A', 'A2'],
      ['B'],
    ]);
  });

  it('may be no batch whose rows take more as items than an answer may have, of one number', async () => {
    const table = `Tel,Name,${'x'.repeat(100_000)}\n998900000001,B,\n${'998900000000,A,\n'.repeat(100)}`;
    const provider = await provide((_call, response) => void response.end(table));
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phones}", batchSize: 2 }`,
        'answer: { format: csv, items: body, phone: Tel, map: { names: Name } }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(2));
    expect(answers.map(({ status, message }) => [status, message])).toEqual([
      ['FAILED', 'sent more than is taken'],
      ['FOUND', undefined],
    ]);
  });
});
