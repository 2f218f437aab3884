import { regions as known } from '@numscope/contracts';
import { countryName, Flag, loadedOnce } from '@numscope/ui';
import { useEffect, useId, useMemo, useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { Field, NativeSelect } from './job-fields.tsx';

interface Region {
  code: string;
  calling: string;
}

/** Every region of the numbering plan with its calling code; the plan loads with the first form. */
const regions = loadedOnce(async (): Promise<Region[]> => {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min');
  return getCountries()
    .filter((code) => known.includes(code))
    .map((code) => ({ code, calling: getCountryCallingCode(code) }));
});

/** Chooses the region in which numbers without a country code are read. */
export function RegionSelect({
  value,
  onChange,
  fixed = false,
}: {
  value: string;
  onChange: (region: string) => void;
  fixed?: boolean;
}) {
  const id = useId();
  const [list, setList] = useState<Region[]>([]);
  useEffect(() => {
    let here = true;
    void regions().then((all) => here && setList(all));
    return () => {
      here = false;
    };
  }, []);
  const named = useMemo(
    () =>
      list
        .map((region) => ({ ...region, name: countryName(region.code) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [list],
  );
  return (
    <Field id={id} label={texts('region')} hint={texts(fixed ? 'regionFixed' : 'regionHint')}>
      <NativeSelect
        id={id}
        value={value}
        disabled={fixed}
        leading={value === '' ? null : <Flag country={value} />}
        onChange={onChange}
      >
        <option value="">{texts('noRegion')}</option>
        {named.map(({ code, calling, name }) => (
          <option key={code} value={code}>
            {name} (+{calling})
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
