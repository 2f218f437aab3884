import './login-art.css';
/** Numbers reserved for films and tests, of many countries: nobody's. */
const patterns = [
  '+33 6 39 98 NN NN',
  '+61 491 570 1NN',
  '+49 171 39200NN',
  '+44 7700 900NNN',
  '+1 202 555 01NN',
  '+46 70 174 06 NN',
];
const ROWS = 34;
const COLUMNS = 8;

/** The same digits every time: a small generator, so that the picture never changes between two paints. */
function number(seed: number): string {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor(state / 65_536);
  };
  const pattern = patterns[next() % patterns.length] ?? '';
  return pattern.replaceAll('N', () => String(next() % 10));
}

function Field({
  x,
  y,
  dx,
  dy,
  rows,
  columns,
}: {
  x: number;
  y: number;
  dx: number;
  dy: number;
  rows: number;
  columns: number;
}) {
  return Array.from({ length: rows * columns }, (_, i) => {
    const row = Math.floor(i / columns);
    return (
      <text key={i} x={x + (i % columns) * dx + (row % 2 === 0 ? 0 : dx / 2)} y={y + row * dy}>
        {number(i * 7 + rows)}
      </text>
    );
  });
}

/** Many numbers, one under the lens. Decoration only. */
export function LoginArt() {
  return (
    <div className="sh-login-art" aria-hidden>
      <svg width="880" height="900" viewBox="0 0 880 900" preserveAspectRatio="xMidYMid slice">
        <defs>
          <clipPath id="lens">
            <circle cx="452" cy="450" r="176" />
          </clipPath>
        </defs>
        <g className="sh-art-far">
          <Field x={-140} y={20} dx={150} dy={27.05} rows={ROWS} columns={COLUMNS} />
        </g>
        <circle cx="452" cy="450" r="176" fill="var(--ns-surface)" />
        <g clipPath="url(#lens)" className="sh-art-near">
          <Field x={160} y={287} dx={200} dy={33.1} rows={5} columns={3} />
          <Field x={140} y={487} dx={200} dy={33.1} rows={5} columns={3} />
        </g>
        <text x="452" y="459" textAnchor="middle" className="sh-art-one">
          +44 7700 900142
        </text>
        <circle cx="452" cy="450" r="176" fill="none" stroke="var(--ns-accent)" strokeWidth="2" />
        <path
          d="M452 258v16M452 626v16M260 450h16M628 450h16"
          stroke="var(--ns-accent)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}
