export { keysToBring } from './keys-to-bring.ts';
export { moveUp } from './move-up.ts';
export { optionsFrom } from './options.ts';
