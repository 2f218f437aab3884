import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Экран, топшириқ, телефон рақами ёки амал',
  paletteEmpty: 'Ҳеч нарса топилмади',
  recent: 'Сўнггилар',
  screens: 'Экранлар',
  actions: 'Амаллар',
  searchPhone: '{phone} телефонини қидириш',
  openProfile: '{phone} профилини очиш',
  searchName: '{name} исмини қидириш',
  createJob: 'Файлдан топшириқ яратиш',
  createJobByRange: 'Оралиқ бўйича топшириқ яратиш',
  pauseJob: '{job} топшириғини тўхтатиб туриш',
  playJob: '{job} топшириғини бошлаш',
  jobPaused: '{job} топшириғи тўхтатиб турилди',
  jobPlayed: '{job} топшириғи бошланди',
} satisfies Record<keyof typeof paletteTexts, string>;
