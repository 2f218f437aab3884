/** Words that the made-up people are put together from. `[as written in Latin, as written in Cyrillic]`. */
export const givenNames = {
  MALE: [
    ['Anvar', 'Анвар'],
    ['Bobur', 'Бобур'],
    ['Daniil', 'Даниил'],
    ['Farrukh', 'Фаррух'],
    ['Ilya', 'Илья'],
    ['Jasur', 'Жасур'],
    ['Mikhail', 'Михаил'],
    ['Otkir', 'Ўткир'],
    ['Pavel', 'Павел'],
    ['Sardor', 'Сардор'],
    ['Timur', 'Тимур'],
    ['Viktor', 'Виктор'],
  ],
  FEMALE: [
    ['Aziza', 'Азиза'],
    ['Dilnoza', 'Дилноза'],
    ['Elena', 'Елена'],
    ['Gulnora', 'Гулнора'],
    ['Irina', 'Ирина'],
    ['Kamila', 'Камила'],
    ['Lola', 'Лола'],
    ['Marina', 'Марина'],
    ['Nodira', 'Нодира'],
    ['Olga', 'Ольга'],
    ['Sevara', 'Севара'],
    ['Yulia', 'Юлия'],
  ],
} as const;

/** `[stem in Latin, stem in Cyrillic]`: women's names end in a. */
export const familyNames = [
  ['Abdullaev', 'Абдуллаев'],
  ['Baranov', 'Баранов'],
  ['Ergashev', 'Эргашев'],
  ['Fedorov', 'Фёдоров'],
  ['Ismailov', 'Исмаилов'],
  ['Karimov', 'Каримов'],
  ['Lebedev', 'Лебедев'],
  ['Morozov', 'Морозов'],
  ['Nazarov', 'Назаров'],
  ['Orlov', 'Орлов'],
  ['Rashidov', 'Рашидов'],
  ['Sokolov', 'Соколов'],
  ['Tursunov', 'Турсунов'],
  ['Usmanov', 'Усманов'],
  ['Yusupov', 'Юсупов'],
  ['Zaitsev', 'Зайцев'],
] as const;

/** Cities by the number's country (ISO code); in other countries no city is made up. */
export const cities: Readonly<Record<string, readonly string[]>> = {
  UZ: ['Tashkent', 'Samarkand', 'Bukhara', 'Namangan', 'Fergana', 'Nukus'],
  KZ: ['Almaty', 'Astana', 'Shymkent', 'Aktobe'],
  RU: ['Moscow', 'Kazan', 'Samara', 'Perm'],
  UA: ['Kyiv', 'Lviv', 'Odesa'],
  LV: ['Riga', 'Liepaja'],
  DE: ['Berlin', 'Hamburg', 'Leipzig'],
  FR: ['Paris', 'Lyon', 'Nantes'],
  GB: ['London', 'Leeds', 'Cardiff'],
  ES: ['Madrid', 'Valencia', 'Bilbao'],
  IT: ['Rome', 'Milan', 'Turin'],
  PT: ['Lisbon', 'Porto', 'Braga'],
  TR: ['Istanbul', 'Ankara', 'Izmir'],
  US: ['Chicago', 'Denver', 'Portland'],
};
export const streets = [
  'Garden street',
  'Mill lane',
  'Station road',
  'Harbour street',
  'Market square',
  'North avenue',
] as const;
export const universities = [
  'Sandbox State University',
  'Example Institute of Technology',
  'Sample University of Economics',
] as const;
export const faculties = ['Physics', 'Law', 'Medicine', 'Computer science', 'History', 'Architecture'] as const;
export const firms = [
  'Example Trading',
  'Sample Logistics',
  'Sandbox Bakery',
  'Fictional Airlines',
  'Specimen Bank',
] as const;
export const jobs = ['accountant', 'driver', 'engineer', 'nurse', 'teacher', 'designer', 'manager'] as const;
export const nicknames = ['Boss', 'Neighbour', 'Taxi', 'Colleague', 'Plumber', 'Cousin'] as const;
/** Reserved for examples: nobody can be reached there. */
export const mailDomains = ['example.com', 'example.net', 'example.org'] as const;
export const networks = [
  'FACEBOOK',
  'VKONTAKTE',
  'ODNOKLASSNIKI',
  'INSTAGRAM',
  'TELEGRAM',
  'LINKEDIN',
  'TWITTER',
] as const;

/** No real carriers. */
export const carriers = ['Northwave', 'Blue Steppe', 'Silk Mobile', 'Delta Cell'] as const;
