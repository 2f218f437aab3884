import { newId } from '@numscope/platform/ids';
import { packEvents } from '@numscope/platform/packed-events';
import { documentsOf, foldIn, newRow } from '../fold-rows.ts';
import { type OwnOfPlan, type PlanAnswer, planAnswer } from '../read-plan-answer.ts';
import { type RowValue, valuesOf } from './profile-rows.ts';

/** Begins what stands for a number's own, as a text or as a whole number; nothing that is told of a number has it. */
const MARK = 8_000_000_000_000 + Math.floor(Math.random() * 999_999_999_999);

const names = ['eventId', 'trace', 'digits', 'at', 'international', 'national', 'profileId', 'now', 'toldAt'] as const;
/** What two numbers differ in of which the numbering plan alone says the same. */
type Own = Readonly<Record<(typeof names)[number], string>>;

const marked = (name: keyof Own): string => `${MARK}${String(names.indexOf(name)).padStart(3, '0')}`;
const standIns: OwnOfPlan = {
  eventId: marked('eventId'),
  resolvedAt: Number(marked('at')),
  trace: marked('trace'),
  phone: `+${marked('digits')}`,
  international: marked('international'),
  national: marked('national'),
};

/** A text that is the same for many numbers, but for their own. */
class Shaped {
  readonly #first: string;
  readonly #rest: ReadonlyArray<{ name: keyof Own; text: string }>;

  constructor(text: string) {
    const [first = '', ...rest] = text.split(String(MARK));
    this.#first = first;
    this.#rest = rest.map((part) => ({ name: names[Number(part.slice(0, 3))] ?? 'digits', text: part.slice(3) }));
  }

  of(own: Own): string {
    let text = this.#first;
    for (const part of this.#rest) text += own[part.name] + part.text;
    return text;
  }
}

/** The same of a column. */
function shapedValue(value: RowValue): (own: Own) => RowValue {
  const shaped = new Shaped(String(value));
  if (typeof value === 'string') return value.includes(String(MARK)) ? (own) => shaped.of(own) : () => value;
  return String(value).startsWith(String(MARK)) ? (own) => Number(shaped.of(own)) : () => value;
}

/** What comes of a number that has nothing yet. */
export interface Begun {
  country: string;
  values: RowValue[];
  /** As `packEvents` makes it. */
  event: string;
  document: string;
}

type Shape = (own: Own) => Begun;
const shapes = new WeakMap<PlanAnswer['alike'], Shape>();

/** Folds one of those that are alike, with what stands for its own. */
function shapeOf(alike: PlanAnswer['alike']): Shape {
  const identity = { id: marked('profileId'), createdTimestamp: Number(marked('now')) };
  const resolved = { ...planAnswer(alike, standIns), identity };
  const row = newRow(resolved, identity.createdTimestamp);
  const told = foldIn(row, resolved);
  const json = JSON.stringify({ ...(JSON.parse(told.json) as object), at: Number(marked('toldAt')) });
  const event = new Shaped(packEvents([{ ...told, json }]));
  const document = new Shaped(documentsOf([row]).join(''));
  const values = valuesOf(row).map(shapedValue);
  const { country } = row;
  return (own) => ({
    country,
    values: values.map((value) => value(own)),
    event: event.of(own),
    document: document.of(own),
  });
}

/**
 * What comes of a number that has nothing yet and of which the numbering plan alone says something: what the rules make
 * of one that is alike, with its own in it. Each folded by itself takes three times the processor.
 */
export function begin({ alike, own }: PlanAnswer, now: number): Begun {
  let shape = shapes.get(alike);
  if (shape === undefined) shapes.set(alike, (shape = shapeOf(alike)));
  return shape({
    eventId: own.eventId,
    trace: own.trace,
    digits: own.phone.slice(1),
    at: String(own.resolvedAt),
    international: own.international,
    national: own.national,
    profileId: newId(),
    now: String(now),
    toldAt: String(Date.now()),
  });
}
