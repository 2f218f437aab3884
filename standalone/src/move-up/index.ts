export { moveUp } from './move-up.ts';
export { type MoveOptions, optionsFrom } from './options.ts';
