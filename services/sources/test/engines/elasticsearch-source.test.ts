import { afterAll, beforeAll } from '@jest/globals';
import { Client } from '@elastic/elasticsearch';
import { newId } from '@numscope/platform';
import { documents, elasticsearchCases } from '../support/elasticsearch-cases.ts';

const url = process.env['TEST_ELASTICSEARCH_URL'] ?? '';
const client = new Client({ node: url });
const index = `source-${newId()}`;

beforeAll(async () => {
  await client.indices.create({
    index,
    mappings: {
      properties: {
        tel: { type: 'keyword' },
        mail: { type: 'keyword' },
        contact: { properties: { tel: { type: 'keyword' } } },
      },
    },
  });
  await client.bulk({
    refresh: true,
    operations: documents.flatMap((document) => [{ index: { _index: index } }, document]),
  });
});
afterAll(async () => {
  await client.indices.delete({ index });
  await client.close();
});

elasticsearchCases('an index of the real Elasticsearch', { url: () => url, index });
