import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Taqqoslash',
  compareHint: 'Taqqoslash uchun ikkitadan to‘rttagacha profil tanlang',
  compareTitle: 'Taqqoslangan profillar: {count}',
  compareDifferences: 'Faqat farqlar',
  compareField: 'Maydon',
  compareSame: 'Farq yo‘q',
  compareShared: 'umumiy',
  compareLeaveOut: '{phone} raqamini olib tashlash',
} satisfies Record<keyof typeof compareTexts, string>;
