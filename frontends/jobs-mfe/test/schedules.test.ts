import { expect, it } from '@jest/globals';
import { type JobSchedule, jobSchedules } from '@numscope/contracts';
import { scheduleName, scheduleTitle } from '../src/domain/schedules.ts';
import es from '../src/texts/es/opened-texts.ts';
import fr from '../src/texts/fr/opened-texts.ts';
import { openedEnglish as en } from '../src/texts/opened-texts.ts';
import pt from '../src/texts/pt/opened-texts.ts';
import ru from '../src/texts/ru/opened-texts.ts';
import uz from '../src/texts/uz/opened-texts.ts';

const byDays: readonly JobSchedule[] = ['monthly', 'every weekday', 'last day of month', 'last weekday of month'];

it.each(jobSchedules)('says where it is made and shown whose days it goes by: %s', (schedule) => {
  for (const text of [scheduleName(schedule), scheduleTitle(schedule)])
    expect(text.endsWith(' (UTC)')).toBe(byDays.includes(schedule));
});

it.each(Object.entries({ en, es, fr, pt, ru, uz }))('says so in each language: %s', (_language, texts) => {
  for (const text of [texts.monthly, texts.everyWeekday, texts.lastDay, texts.lastWeekday])
    expect(text).toMatch(/ \(UTC\)$/);
});
