import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Ekran, topshiriq, telefon raqami yoki amal',
  paletteEmpty: 'Hech narsa topilmadi',
  recent: 'So‘nggilar',
  screens: 'Ekranlar',
  actions: 'Amallar',
  searchPhone: '{phone} telefonini qidirish',
  openProfile: '{phone} profilini ochish',
  searchName: '{name} ismini qidirish',
  createJob: 'Fayldan topshiriq yaratish',
  createJobByRange: 'Oraliq bo‘yicha topshiriq yaratish',
  pauseJob: '{job} topshirig‘ini to‘xtatib turish',
  playJob: '{job} topshirig‘ini boshlash',
  jobPaused: '{job} topshirig‘i to‘xtatib turildi',
  jobPlayed: '{job} topshirig‘i boshlandi',
} satisfies Record<keyof typeof paletteTexts, string>;
