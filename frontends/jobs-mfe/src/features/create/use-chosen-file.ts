import { useState } from 'react';
import { type FilePeek, peekFile } from '../../domain/peek-file.ts';
import { texts } from '../../texts/texts.ts';

interface Chosen {
  file: File | null;
  peek: FilePeek | null;
  fault: string | undefined;
}

const none: Chosen = { file: null, peek: null, fault: undefined };

/** The file that a person chose, looked at before anything is sent; a wrong one is not taken. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<Chosen>(none);
  const choose = async (file: File): Promise<void> => {
    const peek = await peekFile(file);
    setChosen('fault' in peek ? { ...none, fault: peek.fault } : { file, peek, fault: undefined });
  };
  return {
    ...chosen,
    choose,
    clear: () => setChosen(none),
    several: () => setChosen({ ...none, fault: texts('fileTwice') }),
  };
}
