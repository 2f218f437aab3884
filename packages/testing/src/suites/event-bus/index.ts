import { describe } from '@jest/globals';
import type { EventBus } from '@numscope/platform';
import type { Storage } from '../../around.ts';
import { busUnderTest } from './bus-under-test.ts';
import { commitTests } from './commits.ts';
import { deadLetterTests } from './dead-letters.ts';
import { deliveryTests } from './delivery.ts';
import { erasingTests } from './erasing.ts';
import { readerTests } from './readers.ts';

/** What every event bus must do, by its port alone. */
export function eventBusSuite(name: string, create: () => Promise<Storage<EventBus>>): void {
  describe(`event bus: ${name}`, () => {
    const under = busUnderTest(create);
    deliveryTests(under);
    deadLetterTests(under);
    commitTests(under);
    readerTests(under);
    erasingTests(under);
  });
}
