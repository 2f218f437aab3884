import { newId } from '@numscope/platform/ids';
import { packEvents } from '@numscope/platform/packed-events';
import { markOf, ShapedText } from '@numscope/platform/shaped-text';
import { documentsOf, foldIn, newRow } from '../fold-rows.ts';
import { type OwnOfPlan, type PlanAnswer, planAnswer } from '../read-plan-answer.ts';
import { type RowValue, valuesOf } from './profile-rows.ts';

/** What two numbers differ in of which the numbering plan alone says the same. */
const names = ['eventId', 'trace', 'digits', 'at', 'international', 'national', 'profileId', 'now', 'toldAt'] as const;
type Name = (typeof names)[number];
type Own = Readonly<Record<Name, string>>;

const marked = (name: Name): string => markOf(name, names);
const standIns: OwnOfPlan = {
  eventId: marked('eventId'),
  resolvedAt: Number(marked('at')),
  trace: marked('trace'),
  phone: `+${marked('digits')}`,
  international: marked('international'),
  national: marked('national'),
};

const shaped = (text: string): ShapedText<Name> => new ShapedText(text, names);

/** What stands in a column. */
function shapedValue(value: RowValue): (own: Own) => RowValue {
  const text = shaped(String(value));
  if (!text.isOwn) return () => value;
  return typeof value === 'string' ? (own) => text.of(own) : (own) => Number(text.of(own));
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
  const event = shaped(packEvents([{ ...told, json }]));
  const document = shaped(documentsOf([row]).join(''));
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
