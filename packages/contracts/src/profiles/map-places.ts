import * as z from 'zod';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';

const country = z.string().length(2);

/** A city of the gazetteer (GeoNames, CC BY 4.0); degrees to the hundredth, which is a kilometre. */
export const CityPlace = z.object({
  name: z.string(),
  country,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** How many people live there; 0 where the gazetteer does not say. */
  population: z.int().min(0),
});
export type CityPlace = z.infer<typeof CityPlace>;

/** Which city is meant by a name alone, and in which other countries one of the same name is. */
export const CityFound = z.object({
  /** Null where the gazetteer has no city of this name. */
  at: CityPlace.nullable(),
  alsoIn: z.array(country).max(250),
});
export type CityFound = z.infer<typeof CityFound>;

const cityName = z.string().trim().min(1).max(limits.filterChars);
export const CityQuery = z.object({
  city: describedAs(cityName, z.string().regex(/\S/).max(limits.filterChars)),
  /** In which country it is said to be, an ISO code. */
  country: describedAs(z.string().trim().toUpperCase().length(2), country).optional(),
});

const counted = { value: z.string(), profiles: z.int().min(1) };
/**
 * Where the profiles are that a search finds, as far as sources say so: values as the filter of the same field takes
 * them, the most common first. A profile may be in one and not in the other.
 */
export const MapPlaces = z.object({
  countries: z.array(z.object(counted)).max(limits.mapPlaces),
  cities: z.array(z.object({ ...counted, ...CityFound.shape })).max(limits.mapPlaces),
  /** More cities than are told are said. */
  moreCities: z.boolean(),
});
export type MapPlaces = z.infer<typeof MapPlaces>;
