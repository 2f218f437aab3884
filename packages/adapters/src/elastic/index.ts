export { dropElasticFaces, openElasticFaceIndex } from './elastic-face-index.ts';
export { type ElasticIndexOptions, openElasticIndex } from './elastic-index.ts';
// For a service's own index.
export { openElasticClient, openWith } from './elastic-client.ts';
export { asked, askedOnce, isFault, isNotFound, isPassingStatus, MISSING_INDEX } from './elastic-faults.ts';
export { writeAliasOf } from './index-layout.ts';
export { searchOptions } from './search-options.ts';
