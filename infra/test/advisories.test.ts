import { describe, expect, it } from '@jest/globals';
import { Accepted, faultsOf, type Report } from '../../scripts/dependencies/advisories.ts';
import { read } from './code.ts';

const report: Report = {
  advisories: {
    1: {
      github_advisory_id: 'GHSA-aaaa-bbbb-cccc',
      module_name: 'some-package',
      severity: 'high',
      title: 'It runs what it is sent',
      url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    },
  },
};
const acceptance = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'some-package',
  reason: 'The function that is at fault is never called here.',
  until: '2026-12-31',
};

describe('the audit of dependencies', () => {
  it('names what nobody accepted', () => {
    expect(faultsOf(report, [], '2026-12-01')).toEqual([
      expect.stringMatching(/^some-package: high: It runs what it is sent/),
    ]);
    const ofOther = [{ ...acceptance, package: 'other' }];
    expect(faultsOf(report, ofOther, '2026-12-01')).toHaveLength(2);
  });

  it('lets be what is accepted, to its day and no longer', () => {
    expect(faultsOf(report, [acceptance], '2026-12-31')).toEqual([]);
    expect(faultsOf(report, [acceptance], '2027-01-01')).toHaveLength(1);
  });

  it('names an acceptance that nothing asks for', () => {
    expect(faultsOf({ advisories: {} }, [acceptance], '2026-12-01')).toEqual([expect.stringContaining('take it out')]);
  });

  it('has a list of what is accepted that can be read, each with its reason and day', () => {
    expect(() => Accepted.parse(JSON.parse(read('infra/accepted-advisories.json')))).not.toThrow();
  });
});
