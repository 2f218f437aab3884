import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Таққослаш',
  compareHint: 'Таққослаш учун иккитадан тўрттагача профил танланг',
  compareTitle: 'Таққосланган профиллар: {count}',
  compareDifferences: 'Фақат фарқлар',
  compareField: 'Майдон',
  compareSame: 'Фарқ йўқ',
  compareShared: 'умумий',
  compareLeaveOut: '{phone} рақамини олиб ташлаш',
} satisfies Record<keyof typeof compareTexts, string>;
