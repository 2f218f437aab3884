import type { SourceInfo } from '@numscope/contracts';
import { Button, formatClock, formatCount, IconButton, Mark, phoneStatusKinds, Skeleton } from '@numscope/ui';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import { answerWords } from '../../components/answer-words.ts';
import { texts } from '../../texts/texts.ts';
import { NeededValues } from '../source/needed-values.tsx';
import { useNeededValues } from '../source/use-needed-values.ts';
import { stepsOf, type TestStep } from './test-steps.ts';
import type { SourceTests, TestResult } from './use-source-tests.ts';

const stepKinds = { done: phoneStatusKinds.FOUND, failed: phoneStatusKinds.FAILED } as const;

const stepWords = {
  reached: { done: 'stepReached', failed: 'stepNotReached' },
  admitted: { done: 'stepAdmitted', failed: 'stepNotAdmitted' },
  answered: { done: 'stepAnswered', failed: 'stepNotAnswered' },
  read: { done: 'stepRead', failed: 'stepNotRead' },
} as const satisfies Record<TestStep, object>;

interface TestProps {
  source: SourceInfo;
  /** Null: it waits for the values that the source needs. */
  result: TestResult | null;
  tests: SourceTests;
}

/** What came of trying a source, and what is wrong with it if something is; above it the values that it is tried with. */
export function SourceTest({ source, result, tests }: TestProps) {
  const close = (
    <IconButton label={texts('closeTest')} onClick={() => tests.close(source.name)}>
      <IconX size={14} stroke={1.8} />
    </IconButton>
  );
  return (
    <>
      {source.needs.length === 0 && result !== null ? null : (
        <TestForm source={source} isRunning={result !== null && isRunning(result)} tests={tests}>
          {result === null ? close : null}
        </TestForm>
      )}
      {result === null ? null : isRunning(result) ? (
        <Skeleton rows={1} />
      ) : (
        <Outcome source={source} result={result}>
          {close}
        </Outcome>
      )}
    </>
  );
}

const isRunning = ({ answer, fault }: TestResult): boolean => answer === null && fault === null;

interface FormProps extends Pick<TestProps, 'source' | 'tests'> {
  isRunning: boolean;
  children: ReactNode;
}

function TestForm({ source: { name, needs }, isRunning, tests, children }: FormProps) {
  const needed = useNeededValues(needs);
  const { asksFor } = tests;
  const first = needed.fields[0]?.id ?? '';
  useEffect(() => {
    if (asksFor?.name === name) document.getElementById(first)?.focus();
  }, [asksFor, name, first]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const known = needed.take();
    if (known !== null) tests.testWith(name, known);
  };
  return (
    <form className="ad-test" aria-label={texts('testName', { name })} noValidate onSubmit={submit}>
      <NeededValues form={needed} readOnly={isRunning} />
      <Button size="sm" type="submit" busy={isRunning}>
        {texts('testWithThese')}
      </Button>
      <span className="ns-grow" />
      {children}
    </form>
  );
}

interface OutcomeProps extends Pick<TestProps, 'source'> {
  result: TestResult;
  children: ReactNode;
}

function Outcome({ source, result, children }: OutcomeProps) {
  const { answer, fault } = result;
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
      <Mark kind={phoneStatusKinds[status]}>{texts(answerWords[status])}</Mark>
      {answer === null ? null : <span className="ns-t3 ns-num">{texts('ms', { count: formatCount(answer.ms) })}</span>}
      {says === null ? null : <span className="ns-t2">{says}</span>}
      {fields.length === 0 ? null : <span className="ns-t2">{texts('testFields', { fields: fields.join(', ') })}</span>}
      <span className="ns-grow" />
      {children}
    </output>
  );
}
