import { openElasticIndex } from '@numscope/adapters/elastic';
import { createLogger } from '@numscope/platform';
import { searchIndexSuite } from '@numscope/testing/suites';
import { elasticScope } from './elastic-scope.ts';

const log = createLogger('test', 'silent');

searchIndexSuite('elasticsearch', async () => {
  const { url, prefix, dispose } = elasticScope();
  return { open: () => openElasticIndex({ url, prefix, log }), dispose };
});
