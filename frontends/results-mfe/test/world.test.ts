import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { clearOf } from '../src/features/map/clear-of.ts';
import { middleOf, stretch, viewOf } from '../src/features/map/view-of.ts';
import { decodeWorld, type World } from '../src/features/map/world.ts';

let world: World;
beforeAll(() => {
  const file = new URL('../src/features/map/world.data.json', import.meta.url);
  world = decodeWorld(JSON.parse(readFileSync(file, 'utf8')));
});

describe('the map of the build', () => {
  it('when a country is unpacked, then its largest part lies where it is on the globe', () => {
    const places = { GB: [-3, 54], UZ: [64, 41], AU: [133, -25], BR: [-54, -14] };
    for (const [code, [lon = 0, lat = 0]] of Object.entries(places)) {
      const [x, y] = middleOf(world.countries.get(code) ?? []);
      expect({ code, near: Math.hypot(x - lon, y - lat) < 3 }).toEqual({ code, near: true });
    }
  });

  it('when any ring is drawn, then it closes (a state may be smaller than the grid) and no point leaves the globe', () => {
    const rings = [...world.countries.values()].flat();
    expect(rings.length).toBeGreaterThan(300);
    expect(rings.filter((ring) => ring.length < 2 || ring[0]?.join() !== ring.at(-1)?.join())).toEqual([]);
    expect(rings.flat().filter(([lon, lat]) => lon < -180 || lon > 200 || Math.abs(lat) > 90)).toEqual([]);
  });

  it('when a country lies on both sides of the 180th meridian, then it is no band from one edge of the map to the other', () => {
    const widest = [...world.countries].map(([code, rings]) => {
      const steps = rings.flatMap((ring) => ring.slice(1).map(([lon], i) => Math.abs(lon - (ring[i]?.[0] ?? lon))));
      return { code, step: Math.max(...steps) };
    });
    // Antarctica goes around a pole.
    expect(widest.filter(({ code, step }) => code !== 'AQ' && step > 60)).toEqual([]);
    const { west, east } = viewOf(world, ['RU'], 0.1);
    expect(west < 27 && east > 190 && east - west < 300).toBe(true);
  });

  it.each([[['GB']], [['US']], [['UZ', 'PT']], [['VA']], [[]], [['ZZ']]])(
    'when %j are shown, then the view has the shape of the box and holds them',
    (codes) => {
      const ratio = 2.6;
      const { west, east, south, north } = viewOf(world, codes, ratio);
      expect((east - west) / (north - south)).toBeCloseTo(ratio, 6);
      for (const code of codes) {
        for (const [lon, lat] of world.countries.get(code)?.[0] ?? []) {
          expect(lon >= west && lon <= east && stretch(lat) >= south && stretch(lat) <= north).toBe(true);
        }
      }
    },
  );
});

describe('the name of a country beside that of a city', () => {
  const city = { x: 100, y: 60, text: 'Nukus' };

  it('stays where it does not touch it', () => {
    expect(clearOf({ x: 160, y: 58, text: 'Uzbekistan' }, city, 150)).toBe(58);
    expect(clearOf({ x: 100, y: 40, text: 'Uzbekistan' }, city, 150)).toBe(40);
  });

  it('goes below it where it would write over it, and above the dot where the map ends', () => {
    expect(clearOf({ x: 140, y: 58, text: 'Uzbekistan' }, city, 150)).toBe(72);
    expect(clearOf({ x: 140, y: 142, text: 'Uzbekistan' }, { ...city, y: 144 }, 150)).toBe(120);
  });
});
