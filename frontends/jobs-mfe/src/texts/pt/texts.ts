import first from '../pt.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in Portuguese. */
export default { ...first, ...opened };
