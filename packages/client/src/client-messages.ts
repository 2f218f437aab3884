/** What the client itself says of a call that did not come through. */
export const clientMessages = {
  noAnswer: 'The server does not answer',
  unreadable: 'The server answered in a form that this client does not know',
  failedStatus: (status: number): string => `Request failed with status code ${status}`,
} as const;
