import { type ImportFault, limits } from '@numscope/contracts';
import { formatCount } from '@numscope/ui';
import { faultText } from '@numscope/ui/imports/fault-text.ts';
import { texts } from '../../texts/texts.ts';

/** What is wrong with an import, row by row, and that there may be more where the server looked no further. */
export const FaultList = ({ faults }: { faults: readonly ImportFault[] }) => (
  <>
    <ul className="rs-import-faults ns-sm">
      {faults.map((fault) => {
        const text = faultText(fault);
        return <li key={text}>{text}</li>;
      })}
    </ul>
    {faults.length < limits.importFaults ? null : (
      <p className="ns-hint">{texts('importMoreFaults', { count: formatCount(faults.length) })}</p>
    )}
  </>
);
