/** What shows profiles, or tells how many there are. */
export const callsOfFound = ['searchProfiles', 'profileFacets', 'profilePlaces'] as const;
