import { eventBusSuite } from '@numscope/testing/suites';
import { testKafka } from './kafka-kit.ts';

eventBusSuite('kafka', async () => testKafka());
