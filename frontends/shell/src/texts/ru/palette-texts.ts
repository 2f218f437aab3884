import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Экран, задание, номер телефона или действие',
  paletteEmpty: 'Ничего не найдено',
  recent: 'Недавнее',
  screens: 'Экраны',
  actions: 'Действия',
  searchPhone: 'Искать телефон {phone}',
  openProfile: 'Открыть профиль {phone}',
  searchName: 'Искать имя {name}',
  createJob: 'Создать задание из файла',
  createJobByRange: 'Создать задание по диапазону',
  pauseJob: 'Приостановить задание {job}',
  playJob: 'Запустить задание {job}',
  jobPaused: 'Задание {job} приостановлено',
  jobPlayed: 'Задание {job} запущено',
} satisfies Record<keyof typeof paletteTexts, string>;
