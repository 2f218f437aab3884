/** The product's mark: a number under a lens. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden style={{ display: 'block', flex: 'none' }}>
      <rect width="24" height="24" rx="6" fill="var(--ns-accent)" />
      <circle cx="12" cy="12" r="6.6" fill="none" stroke="#fff" strokeWidth="1.5" />
      <path
        d="M10.8 7.9 9.6 16.1M14.4 7.9l-1.2 8.2M8.1 10.5h8.1M7.8 13.5h8.1"
        stroke="#fff"
        strokeWidth="1.35"
        strokeLinecap="round"
      />
    </svg>
  );
}
