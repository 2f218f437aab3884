const MOST = 5000;
/** Longer ones are rarely said twice. */
const LONGEST = 100;

/**
 * The same function, which remembers what it made of the last few thousand short texts: names, places and words are
 * said again and again, by several sources of one number and of many.
 */
export function remembered<Made>(make: (text: string) => Made): (text: string) => Made {
  let known = new Map<string, Made>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const made = make(text);
    if (text.length > LONGEST) return made;
    if (known.size === MOST) known = new Map();
    known.set(text, made);
    return made;
  };
}
