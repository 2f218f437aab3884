import './face-notice.css';
import { useAction } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Agrees to the operator's notice; what was refused for the want of that may then be asked. */
export function useAgreement(notice: string): { busy: boolean; agree: () => void } {
  const accept = useAction('acceptFaceNotice', { invalidates: ['facesState'] });
  return { busy: accept.isPending, agree: () => accept.mutate({ body: { notice } }) };
}

/** What the operator says about face search. */
export const NoticeText = ({ notice }: { notice: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
  <section className="rf-notice" tabIndex={0} aria-label={texts('faceNotice')}>
    {notice}
  </section>
);
