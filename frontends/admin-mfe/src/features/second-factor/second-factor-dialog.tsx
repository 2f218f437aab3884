import type { SecondFactor } from '@numscope/contracts';
import { useState } from 'react';
import { TurnOff } from './turn-off.tsx';
import { TurnOn } from './turn-on.tsx';

/** Turns the own second factor on or off. Which of both stays so while it is open. */
export default function SecondFactorDialog({ factor, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const [wasOn] = useState(factor.confirmedAt !== null);
  return wasOn ? <TurnOff factor={factor} onClose={onClose} /> : <TurnOn onClose={onClose} />;
}
