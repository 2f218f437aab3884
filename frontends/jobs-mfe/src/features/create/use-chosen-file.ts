import { typedForm } from '@numscope/ui';
import { type FilePeek, peekFile } from '../../domain/peek-file.ts';
import { texts } from '../../texts/opened.ts';

interface Chosen {
  file: File | null;
  peek: FilePeek | null;
  fault: string | undefined;
}

const none: Chosen = { file: null, peek: null, fault: undefined };
const useChosen = typedForm<Chosen>();

/** The file that a person chose, looked at before anything is sent; a wrong one is not taken. */
export function useChosenFile() {
  const [chosen, setChosen] = useChosen('', () => none);
  /** @returns whether it was taken */
  const choose = async (file: File): Promise<boolean> => {
    const peek = await peekFile(file);
    const isWrong = 'fault' in peek;
    setChosen(isWrong ? { ...none, fault: peek.fault } : { file, peek, fault: undefined });
    return !isWrong;
  };
  return {
    ...chosen,
    choose,
    clear: () => setChosen(none),
    several: () => setChosen({ ...none, fault: texts('fileTwice') }),
  };
}
