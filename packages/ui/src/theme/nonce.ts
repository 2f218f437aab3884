/** The nonce of this page, for the style elements that Mantine makes. The gateway writes it into the page. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
