/** High from 0.80, medium from 0.50, else low. */
export function confidenceLevel(value: number): 'high' | 'medium' | 'low' {
  return value >= 0.8 ? 'high' : value >= 0.5 ? 'medium' : 'low';
}
