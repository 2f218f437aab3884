/** Which text says a gender; null where a source wrote anything else. */
export function genderWord(value: string): 'male' | 'female' | null {
  const word = value.toLowerCase();
  if (word === 'male' || word === 'm') return 'male';
  return word === 'female' || word === 'f' ? 'female' : null;
}
