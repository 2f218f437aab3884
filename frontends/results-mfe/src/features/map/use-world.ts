import { useQuery } from '@tanstack/react-query';
import { loadWorld, type World } from './world.ts';

/** The outlines of the countries; undefined until they are there. */
export const useWorld = (): World | undefined =>
  useQuery({ queryKey: ['world'], queryFn: loadWorld, staleTime: Infinity }).data;
