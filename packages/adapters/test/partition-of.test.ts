import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { partitionOf } from '../src/kafka/partition-of.ts';

it('places a key where the client of Kafka does', () => {
  const place = Partitioners.DefaultPartitioner();
  const key = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 1e6 }).map(String));
  fc.assert(
    fc.property(key, fc.integer({ min: 1, max: 100 }), (key, partitions) => {
      const partitionMetadata = Array.from({ length: partitions }, (_none, partitionId) => ({
        partitionErrorCode: 0,
        partitionId,
        leader: 0,
        replicas: [],
        isr: [],
      }));
      const known = place({ topic: 't', partitionMetadata, message: { key, value: null } });
      expect(partitionOf(key, partitions)).toBe(known);
    }),
    { numRuns: 2000 },
  );
});
