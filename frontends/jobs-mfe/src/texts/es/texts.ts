import first from '../es.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in Spanish. */
export default { ...first, ...opened };
