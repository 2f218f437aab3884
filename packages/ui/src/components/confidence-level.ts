import { confidenceBand } from '@numscope/contracts/profile-fields';

const levels = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const;

/** The text of a band of confidence. */
export function confidenceLevel(value: number): 'high' | 'medium' | 'low' {
  return levels[confidenceBand(value)];
}
