import { Button } from '../components/button.tsx';
import { Progress } from '../components/counted-progress.tsx';

interface ExportProgressProps {
  /** What the export is doing. */
  words: string;
  done: number;
  /** 0: not known. */
  total: number;
  /** The button's text. */
  stop: string;
  onStop: () => void;
}

/** What an export is doing, with a way to stop it. */
export const ExportProgress = ({ words, done, total, stop, onStop }: ExportProgressProps) => (
  <output className="ns-export ns-noprint">
    <span className="ns-grow">
      <span className="ns-b ns-clip ns-block">{words}</span>
      <Progress value={done} total={Math.max(1, total)} label={words} />
    </span>
    <Button size="sm" onClick={onStop}>
      {stop}
    </Button>
  </output>
);
