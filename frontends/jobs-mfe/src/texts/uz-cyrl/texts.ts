import first from '../uz-cyrl.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in Uzbek in Cyrillic letters. */
export default { ...first, ...opened };
