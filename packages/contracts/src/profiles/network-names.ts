const spelled: Readonly<Record<string, string>> = {
  FB: 'Facebook',
  LINKEDIN: 'LinkedIn',
  VKONTAKTE: 'VKontakte',
  ANGELLIST: 'AngelList',
  MY_MAIL_RU: 'Mail.ru',
  GPLUS: 'Google+',
  GOOGLE_PLUS: 'Google+',
};

/** A network as people write it: TELEGRAM becomes Telegram. What is no such word stays. */
export function networkName(network: string): string {
  const known = spelled[network];
  if (known !== undefined) return known;
  if (!/^[A-Z0-9_]+$/.test(network)) return network;
  return network
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
