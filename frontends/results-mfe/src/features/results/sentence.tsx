import { type Criteria, toFilters } from '@numscope/ui';
import { Fragment, type ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { facetText } from './facet-text.ts';
import { filterFields, type SearchField } from './results-view.ts';

const phrases = {
  name: 'sentenceName',
  phone: 'sentencePhone',
  email: 'sentenceEmail',
  socialNetwork: 'sentenceSocialNetwork',
  address: 'sentenceAddress',
  birthDate: 'sentenceBirthDate',
  work: 'sentenceWork',
  school: 'sentenceSchool',
  country: 'sentenceCountry',
  carrier: 'sentenceCarrier',
  lineType: 'sentenceLineType',
  source: 'sentenceSource',
  jobId: 'sentenceJobId',
  images: 'sentenceImages',
  city: 'sentenceCity',
  confidence: 'sentenceConfidence',
} as const;

const Joint = ({ word }: { word: 'sentenceAnd' | 'sentenceOr' | 'sentenceAtLeastOne' | 'sentenceExcept' }) => (
  <b> {texts(word)} </b>
);

function shown(field: SearchField, value: string): string {
  if (field === 'city' || field === 'confidence') return texts(phrases[field], { value: facetText(field, value) });
  return texts(phrases[field], { value: field === 'images' ? `${value.slice(0, 8)}…` : value });
}

/** The values of one field in words: all of them when it is ticked, any of them when not. */
function phrase(field: SearchField, values: readonly string[], and: boolean): ReactNode {
  if (field === 'images' && values.length > 1 && !and) return texts('sentenceOnePicture', { count: values.length });
  return values.map((value, i) => (
    <Fragment key={value}>
      {i === 0 ? null : <Joint word={and ? 'sentenceAnd' : 'sentenceOr'} />}
      {shown(field, value)}
    </Fragment>
  ));
}

/** The search in one sentence, so that nobody has to guess what AND does. */
export function Sentence({ criteria }: { criteria: Criteria }) {
  const filters = toFilters(criteria);
  const not = filterFields.filter((field) => (filters[field]?.not ?? []).length > 0);
  const set = filterFields.filter((field) => (filters[field]?.values.length ?? 0) > 0);
  const must = set.filter((field) => filters[field]?.and === true);
  const may = set.filter((field) => filters[field]?.and !== true);
  if (set.length === 0 && not.length === 0) return texts('sentenceEverything');
  const list = (fields: readonly SearchField[], word: 'sentenceAnd' | null): ReactNode =>
    fields.map((field, i) => (
      <Fragment key={field}>
        {i === 0 ? null : word === null ? ', ' : <Joint word={word} />}
        {phrase(field, filters[field]?.values ?? [], filters[field]?.and ?? false)}
      </Fragment>
    ));
  const first = [...must, ...may][0];
  return (
    <>
      {texts(first === 'name' || first === 'phone' || first === 'email' ? 'sentenceShowWith' : 'sentenceShow')}
      {set.length === 0 ? null : ' '}
      {list(must, 'sentenceAnd')}
      {must.length > 0 && may.length > 1 ? <Joint word="sentenceAtLeastOne" /> : null}
      {must.length > 0 && may.length === 1 ? <Joint word="sentenceAnd" /> : null}
      {must.length === 0 && may.length > 1
        ? may.map((field, i) => (
            <Fragment key={field}>
              {i === 0 ? null : <Joint word="sentenceOr" />}
              {phrase(field, filters[field]?.values ?? [], false)}
            </Fragment>
          ))
        : list(may, null)}
      {not.length === 0 ? null : <Joint word="sentenceExcept" />}
      {not.map((field, i) => (
        <Fragment key={field}>
          {i === 0 ? null : <Joint word="sentenceOr" />}
          {phrase(field, filters[field]?.not ?? [], false)}
        </Fragment>
      ))}
      .
    </>
  );
}
