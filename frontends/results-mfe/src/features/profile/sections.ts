import type { ProfileDetail } from '@numscope/contracts';
import {
  IconActivity,
  IconAddressBook,
  IconBriefcase,
  IconCloud,
  IconDeviceSim,
  IconFaceId,
  IconHistory,
  IconId,
  IconLetterCase,
  IconListCheck,
  IconMail,
  IconMap2,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconSchool,
  IconTimeline,
  IconUser,
  IconUsers,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Word } from '@numscope/ui';
import type { texts } from '../../texts/texts.ts';
import { accountRows } from './account-rows.ts';
import { aboutRows } from './about-rows.ts';
import { activitiesOf } from './activities.ts';
import { lineRows } from './line-rows.ts';
import { otherItems } from './other-items.ts';
import { placesOf } from './places.ts';
import { wordsOf } from './word-weights.ts';

export interface Section {
  id: string;
  title: Word<typeof texts>;
  /** In the list of sections, where the title is too long for it. */
  short?: Word<typeof texts>;
  icon: TablerIcon;
  /** Null where it is not known before the section is loaded. */
  count: (detail: ProfileDetail) => number | null;
}

/** The sections of a profile, as the specification names and orders them. */
export const sections = [
  {
    id: 'about',
    title: 'about',
    icon: IconUser,
    count: ({ target }) => aboutRows(target).filter(({ text }) => text !== null).length,
  },
  { id: 'line', title: 'line', icon: IconDeviceSim, count: ({ target }) => lineRows(target).length },
  { id: 'timeline', title: 'timeline', icon: IconTimeline, count: () => null },
  { id: 'earlier', title: 'earlier', icon: IconHistory, count: ({ target }) => (target.earlier ?? []).length },
  { id: 'names', title: 'names', icon: IconLetterCase, count: ({ target }) => target.names.length },
  { id: 'emails', title: 'emailsSection', icon: IconMail, count: ({ target }) => target.emails.length },
  { id: 'phones', title: 'phones', icon: IconPhone, count: ({ target }) => target.phones.length },
  { id: 'addresses', title: 'addresses', icon: IconMapPin, count: ({ target }) => target.addresses.length },
  { id: 'friends', title: 'friends', icon: IconUsers, count: ({ target }) => target.friends.length },
  {
    id: 'networks',
    title: 'networksSection',
    icon: IconWorld,
    count: ({ target }) =>
      new Set(target.socialNetworks.map(({ socialNetwork }) => socialNetwork)).size +
      accountRows(target).length +
      target.sites.length,
  },
  {
    id: 'social-ids',
    title: 'socialIds',
    icon: IconId,
    count: ({ target, sources }) => target.socialNetworks.length + otherItems(sources).length,
  },
  { id: 'sources', title: 'sourcesSection', icon: IconListCheck, count: ({ sources }) => sources.length },
  { id: 'schools', title: 'schools', icon: IconSchool, count: ({ target }) => target.schools.length },
  { id: 'work', title: 'work', icon: IconBriefcase, count: ({ target }) => target.work.length },
  { id: 'photos', title: 'photos', icon: IconPhoto, count: ({ target }) => target.images.length },
  { id: 'same-face', title: 'sameFace', short: 'sameFaceShort', icon: IconFaceId, count: () => null },
  { id: 'wordcloud', title: 'wordcloud', icon: IconCloud, count: ({ target }) => wordsOf(target).length },
  { id: 'map', title: 'mapLocation', icon: IconMap2, count: ({ target }) => placesOf(target).length },
  { id: 'activity', title: 'activity', icon: IconActivity, count: (detail) => activitiesOf(detail).length },
  {
    id: 'additional-contact',
    title: 'additionalContact',
    icon: IconAddressBook,
    count: ({ target }) => target.additionalContact.length,
  },
] as const satisfies readonly Section[];

export type SectionId = (typeof sections)[number]['id'];
