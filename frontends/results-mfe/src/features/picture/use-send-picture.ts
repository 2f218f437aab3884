import type { FacesState } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { callKey } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type PictureSearch, pictureSearch } from '../../domain/picture-search.ts';
import { failureText, refusalOf, sendPicture } from './send-picture.ts';

/** How far a chosen picture is: on its way, refused, or looked at without a face on it. */
export type Sending =
  | { state: 'none' }
  | { state: 'sending'; picture: File }
  | { state: 'refused'; picture: File; fault: string }
  | { state: 'no-face'; picture: File };

/** Sends a picture after looking whether it may be sent, and tells what became of it. Leaving the window stops it. */
export function useSendPicture(faces: FacesState, onFound: (search: PictureSearch) => void) {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending>({ state: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (picture: File, purpose: string): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setSending({ state: 'sending', picture });
    const tell = (next: Sending): void => {
      if (!stop.signal.aborted) setSending(next);
    };
    try {
      const refusal = await refusalOf(picture);
      if (refusal !== null) return tell({ state: 'refused', picture, fault: refusal });
      const answer = await sendPicture(picture, faces, purpose, stop.signal);
      if (stop.signal.aborted) return;
      if (answer.faces.length === 0) tell({ state: 'no-face', picture });
      else onFound(pictureSearch(picture, answer));
    } catch (error) {
      // The notice was changed meanwhile, or faces were turned off: what is known of them is old.
      if (error instanceof ApiFailure && ['FACE_NOTICE', 'FACES_OFF'].includes(error.code))
        void client.invalidateQueries({ queryKey: callKey('facesState') });
      tell({ state: 'refused', picture, fault: failureText(error, faces) });
    }
  };
  const stop = (): void => {
    running.current?.abort();
    setSending({ state: 'none' });
  };
  return { sending, send, stop };
}
