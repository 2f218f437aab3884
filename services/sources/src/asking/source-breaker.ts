import CircuitBreaker from 'opossum';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';

const OPTIONS = {
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 20,
  rollingCountTimeout: 10_000,
  rollingCountBuckets: 10,
  rollingPercentilesEnabled: false,
  enableSnapshots: false,
  resetTimeout: 5000,
} as const;

export type SourceBreaker = CircuitBreaker<Parameters<Connector['ask']>, SourceAnswer[]>;

/**
 * Opens when half of at least 20 calls within 10 s tell that the source is not well; tries one call again after 5 s.
 * Each call has its own time limit.
 */
export const sourceBreaker = (connector: Connector): SourceBreaker =>
  new CircuitBreaker((...asked: Parameters<Connector['ask']>) => connector.ask(...asked), {
    ...OPTIONS,
    errorFilter: (error: unknown) => error instanceof SourceFault && !error.unwell,
  });
