import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Сравнить',
  compareHint: 'Чтобы сравнить профили, выберите от двух до четырёх',
  compareTitle: 'Сравнение профилей: {count}',
  compareDifferences: 'Только различия',
  compareField: 'Поле',
  compareSame: 'Различий нет',
  compareShared: 'совпадает',
  compareLeaveOut: 'Убрать {phone} из сравнения',
} satisfies Record<keyof typeof compareTexts, string>;
