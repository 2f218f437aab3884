import type { SourceInfo } from '@numscope/contracts';
import { formatClock, formatCount, IconButton, Mark, phoneStatusKinds, Skeleton } from '@numscope/ui';
import { IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { stepsOf, type TestStep } from './test-steps.ts';
import type { TestResult } from './use-source-tests.ts';

const stepKinds = { done: phoneStatusKinds.FOUND, failed: phoneStatusKinds.FAILED } as const;

const stepWords = {
  reached: { done: 'stepReached', failed: 'stepNotReached' },
  admitted: { done: 'stepAdmitted', failed: 'stepNotAdmitted' },
  answered: { done: 'stepAnswered', failed: 'stepNotAnswered' },
  read: { done: 'stepRead', failed: 'stepNotRead' },
} as const satisfies Record<TestStep, object>;

const words = { FOUND: 'testFound', NOT_FOUND: 'testNothing', FAILED: 'testFailed' } as const;

interface TestProps {
  source: SourceInfo;
  result: TestResult;
  onClose: () => void;
}

/** What came of trying a source, and what is wrong with it if something is. */
export function SourceTest({ source, result, onClose }: TestProps) {
  const { answer, fault } = result;
  if (answer === null && fault === null) return <Skeleton rows={1} />;
  const status = answer === null ? 'FAILED' : answer.ok ? answer.status : 'FAILED';
  const says = fault ?? answer?.message ?? null;
  const fields = Object.keys(answer?.fields ?? {});
  return (
    <output className="ad-test">
      <b className="ns-b ns-num">{texts('testedAt', { time: formatClock(result.at) })}</b>
      {answer === null
        ? null
        : stepsOf(source, answer).map(({ step, ok }) => (
            <Mark key={step} kind={stepKinds[ok ? 'done' : 'failed']}>
              {texts(stepWords[step][ok ? 'done' : 'failed'])}
            </Mark>
          ))}
      <Mark kind={phoneStatusKinds[status]}>{texts(words[status])}</Mark>
      {answer === null ? null : <span className="ns-t3 ns-num">{texts('ms', { count: formatCount(answer.ms) })}</span>}
      {says === null ? null : <span className="ns-t2">{says}</span>}
      {fields.length === 0 ? null : <span className="ns-t2">{texts('testFields', { fields: fields.join(', ') })}</span>}
      <span className="ns-grow" />
      <IconButton label={texts('closeTest')} onClick={onClose}>
        <IconX size={14} stroke={1.8} />
      </IconButton>
    </output>
  );
}
