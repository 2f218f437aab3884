// Without zod: threads that read pages load this.

export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  number: number;
  size: number;
  totalIsLowerBound?: boolean | undefined;
}

/** Builds a page from one slice and the count of the whole. */
export function toPage<T>(content: T[], totalElements: number, request: { page: number; size: number }): Page<T> {
  return {
    content,
    totalElements,
    totalPages: Math.ceil(totalElements / request.size),
    number: request.page,
    size: request.size,
  };
}
