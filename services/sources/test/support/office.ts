import type { Observation } from '@numscope/contracts';
import { PHONE, type SourcesUnderTest } from './sources-under-test.ts';

/** A sources file that binds one HTTP source by these lines. */
export const httpYaml = (lines: readonly string[], name = 'OFFICE'): string =>
  ['sources:', ...httpLines(lines, name)].join('\n');

/** One HTTP source of a sources file. */
export const httpLines = (lines: readonly string[], name = 'OFFICE'): string[] => [
  `  ${name}:`,
  '    connector: http',
  ...lines.map((line) => `    ${line}`),
];

export interface OfficeAnswer {
  status: string;
  message: string | undefined;
  observation: Partial<Observation>;
}

/** What OFFICE said about each number. */
export async function officeAnswers(
  sources: SourcesUnderTest,
  phones: string[],
  overrides: Parameters<SourcesUnderTest['lookUp']>[1] = {},
): Promise<OfficeAnswer[]> {
  const resolved = await sources.lookUp(phones, overrides);
  return resolved.map(({ sources: parts, observations }) => {
    const part = parts.find(({ source }) => source === 'OFFICE');
    return {
      status: part?.status ?? '',
      message: part?.message,
      observation: observations.find(({ source }) => source === 'OFFICE') ?? {},
    };
  });
}

/** What OFFICE said about one number. */
export async function officeAnswer(sources: SourcesUnderTest, phone = PHONE): Promise<OfficeAnswer> {
  const [answer] = await officeAnswers(sources, [phone]);
  if (!answer) throw new Error('no result');
  return answer;
}
