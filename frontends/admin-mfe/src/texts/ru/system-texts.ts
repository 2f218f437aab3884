import type { systemTexts } from '../system-texts.ts';

/** Texts of faces and the picture store on the system's screen in Russian. */
export default {
  faces: 'Лица',
  facesFailed: 'Не удалось загрузить состояние лиц',
  facesOn: 'Включены',
  facesOffWord: 'Выключены',
  facesOffHint: 'FACES=false: изображения не анализируются, поиска по изображению нет. Прежние векторы удаляются.',
  facesLooked: 'Проверено',
  facesWaiting: 'В очереди',
  facesFailedPictures: 'С ошибкой',
  facesProgress:
    'Лица искали на {done} из {total, plural, one {# изображения} few {# изображений} other {# изображений}}',
  facesCount: '{count, plural, one {найдено # лицо} few {найдено # лица} other {найдено # лиц}}',
  facesModel: 'Модель',
  facesThreshold: 'Лица считаются похожими от',
  facesErrors: 'Опубликованный тест',
  facesErrorsSaid:
    '{pairs, plural, one {# пара} few {# пары} other {# пар}}: разные люди признаны похожими — {wrong}, один и тот же человек не узнан — {missed}',
  facesSource: 'Где опубликовано',
  facesSearches: 'Поиски',
  facesSearchesSaid: '{count} на пользователя в час',
  facesPurpose: 'Цель',
  facesPurposeAsked: 'нужно указать перед каждым поиском',
  facesPurposeFree: 'указывать не обязательно',
  storage: 'Хранилище изображений',
  storageHint: 'Изображения, на которые больше не ссылается ни один профиль, занимают место, пока их не удалят.',
  clearStorage: 'Удалить неиспользуемые',
  clearQuestion: 'Удалить неиспользуемые изображения?',
  clearAction: 'Удалить',
  clearKeep: 'Оставить изображения',
  clearLooking: 'Поиск изображений, на которые не ссылается ни один профиль',
  clearFailed: 'Не удалось определить, что будет удалено',
  clearWould:
    'Будет удалено {count, plural, one {# изображение} few {# изображения} other {# изображений}}, освободится {bytes}.',
  clearFor: 'Вернуть их нельзя, а вместе с ними удаляются их лица. То, на что ссылаются профили, останется.',
  clearNothing: 'Каждое изображение относится к профилю: удалять нечего.',
  cleared:
    '{count, plural, one {Удалено # изображение} few {Удалено # изображения} other {Удалено # изображений}}, освобождено {bytes}',
} satisfies Record<keyof typeof systemTexts, string>;
