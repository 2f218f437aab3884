import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { clustersOf, type MappedCity } from '../src/features/results/map/clusters.ts';
import { moved, onMap, widthAt, windowAround, zoomed, zoomOf } from '../src/features/results/map/map-window.ts';
import { shadesOf } from '../src/features/results/map/shades.ts';

const place = fc.record({
  longitude: fc.integer({ min: -179, max: 179 }),
  latitude: fc.integer({ min: -75, max: 75 }),
});
const ratio = fc.double({ min: 0.4, max: 3, noNaN: true });
const city = fc
  .record({ place, profiles: fc.integer({ min: 1, max: 5000 }), value: fc.stringMatching(/^[a-z]{1,8}$/) })
  .map(({ place: { longitude, latitude }, profiles, value }): MappedCity => ({
    value,
    profiles,
    at: { name: value, country: 'UZ', latitude, longitude, population: 1 },
    alsoIn: [],
  }));

describe('the window of a map', () => {
  it('shows all places that it is made around', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 9 }), ratio, (places, shape) => {
        const points = places.map(onMap);
        const { x, y, width } = windowAround(points, shape);
        // The world is no wider: then what is high may stand out of a flat window.
        if (width === 360) return;
        for (const point of points) {
          expect(Math.abs(point.x - x)).toBeLessThanOrEqual(width / 2);
          expect(Math.abs(point.y - y)).toBeLessThanOrEqual(width / shape / 2);
        }
      }),
    );
  });

  it('stays on the world however it is moved and zoomed, and keeps the point under the pointer while it zooms', () => {
    const act = fc.oneof(
      fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }) }),
      fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        let view = windowAround([], 2);
        for (const each of acts) view = 'factor' in each ? zoomed(view, each.factor) : moved(view, each.x, each.y);
        expect(Math.abs(view.x)).toBeLessThanOrEqual(180);
        expect(Math.abs(view.y)).toBeLessThan(150);
        expect(view.width >= 1 && view.width <= 360).toBe(true);
      }),
    );
    const at = { x: 70, y: -45 };
    const before = { x: 64, y: -41, width: 20 };
    const after = zoomed(before, 0.5, at);
    expect((at.x - after.x) / after.width).toBeCloseTo((at.x - before.x) / before.width, 9);
    expect((at.y - after.y) / after.width).toBeCloseTo((at.y - before.y) / before.width, 9);
  });

  it('is as wide at a zoom as the zoom of that width says', () => {
    expect(zoomOf({ x: 0, y: 0, width: widthAt(3.4, 900) }, 900)).toBeCloseTo(3.4, 9);
  });
});

describe('the marks of a map', () => {
  it('hold every profile once at every zoom, and come apart where they say', () => {
    fc.assert(
      fc.property(fc.array(city, { minLength: 1, maxLength: 40 }), (cities) => {
        const clusters = clustersOf(cities);
        const all = cities.reduce((sum, { profiles }) => sum + profiles, 0);
        for (const zoom of [0, 2.5, 6, 12]) {
          const marks = clusters.at(zoom);
          expect(marks.reduce((sum, { profiles }) => sum + profiles, 0)).toBe(all);
          for (const mark of marks) {
            if (mark.kind === 'city') continue;
            const ids = clusters.at(clusters.partsAt(mark.id)).map((each) => (each.kind === 'several' ? each.id : -1));
            expect(ids).not.toContain(mark.id);
          }
        }
      }),
    );
  });
});

it('shades what is counted by its size beside the largest', () => {
  const shades = shadesOf([
    { value: 'UZ', profiles: 900 },
    { value: 'KZ', profiles: 300 },
    { value: 'RU', profiles: 99 },
    { value: 'US', profiles: 1 },
  ]);
  expect([...shades.values()]).toEqual([4, 3, 2, 1]);
  expect(shadesOf([]).size).toBe(0);
});
