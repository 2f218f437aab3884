export { type ElasticIndexOptions, openElasticIndex } from './elastic-index.ts';
