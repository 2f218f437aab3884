import first from '../uz.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in Uzbek in Latin letters. */
export default { ...first, ...opened };
