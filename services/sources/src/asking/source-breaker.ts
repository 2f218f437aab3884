import { breakerOptions } from '@numscope/platform/http/breaker-options';
import CircuitBreaker from 'opossum';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';

const OPTIONS = { ...breakerOptions, volumeThreshold: 20, resetTimeout: 5000 } as const;

export type SourceBreaker = CircuitBreaker<Parameters<Connector['ask']>, SourceAnswer[]>;

/**
 * Opens when half of at least 20 calls within 10 s tell that the source is not well; tries one call again after 5 s.
 */
export const sourceBreaker = (connector: Connector): SourceBreaker =>
  new CircuitBreaker((...asked: Parameters<Connector['ask']>) => connector.ask(...asked), {
    ...OPTIONS,
    errorFilter: (error: unknown) => error instanceof SourceFault && !error.unwell,
  });
