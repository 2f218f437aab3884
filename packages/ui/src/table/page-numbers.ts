/** The pages to offer, counted from 0: the first, the last, and those around the present one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [0, 1, 2, page - 1, page, page + 1, pages - 1].filter((one) => one >= 0 && one < pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b).filter((one) => one !== 2 || page <= 2 || pages <= 4);
  return sorted.flatMap((one, i) => (i > 0 && one - (sorted[i - 1] ?? 0) > 1 ? [null, one] : [one]));
}
