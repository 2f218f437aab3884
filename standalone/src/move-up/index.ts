export { moveUp } from './move-up.ts';
export { optionsFrom } from './options.ts';
