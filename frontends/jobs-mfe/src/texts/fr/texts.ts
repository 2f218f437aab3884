import first from '../fr.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in French. */
export default { ...first, ...opened };
