const nameIn = (tag: string, country: string): string | undefined =>
  new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' }).of(country);

/**
 * The name of a country in the language of a tag of BCP 47. Chromium has none in Uzbek of either script: those are English there.
 * @param country its ISO code, or the number of a region; anything else stays as it is
 */
export function regionName(tag: string, country: string): string {
  if (!/^(?:[A-Z]{2}|\d{3})$/.test(country)) return country;
  return nameIn(tag, country) ?? nameIn('en', country) ?? country;
}
