export { dropElasticFaces, openElasticFaceIndex } from './elastic-face-index.ts';
export { type ElasticIndexOptions, openElasticIndex } from './elastic-index.ts';
