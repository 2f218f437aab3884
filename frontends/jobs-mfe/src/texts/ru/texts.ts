import first from '../ru.ts';
import opened from './opened-texts.ts';

/** All texts of the jobs screens in Russian. */
export default { ...first, ...opened };
