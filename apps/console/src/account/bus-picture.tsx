/** One arbitration id in the picture: the distance of its frames, and the first frame's place, in picture units. */
interface Row {
  readonly id: string
  readonly period: number
  readonly first: number
}

const rows: readonly Row[] = [
  { id: '0A5', period: 13.1, first: 59 },
  { id: '0B2', period: 13.1, first: 55 },
  { id: '0B4', period: 13.1, first: 65 },
  { id: '0C1', period: 13.1, first: 61 },
  { id: '0C5', period: 13.1, first: 62 },
  { id: '110', period: 26, first: 55 },
  { id: '112', period: 26, first: 57 },
  { id: '1A4', period: 13.1, first: 61 },
  { id: '1B0', period: 56, first: 84 },
  { id: '1D0', period: 198, first: 118 },
  { id: '220', period: 13.1, first: 55 },
  { id: '2C1', period: 26, first: 66 },
  { id: '2C3', period: 26, first: 62 },
  { id: '2D5', period: 26, first: 62 },
  { id: '301', period: 73, first: 120 },
  { id: '30A', period: 73, first: 75 },
  { id: '320', period: 73, first: 89 },
  { id: '351', period: 56, first: 95 },
  { id: '3A0', period: 150, first: 60 },
  { id: '3F2', period: 152, first: 157 },
  { id: '400', period: 263, first: 242 },
  { id: '5D1', period: 255, first: 181 },
]

const width = 804
const rowHeight = 21.75
const attackAt = 520
const attacked = '2C1'
const y = (row: number) => 22 + row * rowHeight

/** A real bus has no exact timing: each frame is slightly early or late, in the same way at every visit. */
const jitter = (row: number, frame: number) => Math.sin(row * 12.9 + frame * frame * 2.399) * 0.7

function framesOf({ period, first }: Row, row: number): string {
  const count = Math.floor((width - 4 - first) / period) + 1
  return Array.from({ length: count }, (_, frame) => tick(first + frame * period + jitter(row, frame), row, 5)).join('')
}

/** The injected frames: between the legitimate ones, four times as often. */
function injected(row: number): string {
  const count = Math.floor((width - attackAt) / 6.4)
  return Array.from({ length: count }, (_, frame) =>
    tick(attackAt + 1 + frame * 6.4 + jitter(row, frame) / 2, row, 7),
  ).join('')
}

function tick(x: number, row: number, half: number): string {
  return `M${x.toFixed(1)} ${(y(row) - half).toFixed(1)}v${half * 2}`
}

/** A bus, one injection, and its trace: the purpose of the product in one picture. */
export function BusPicture() {
  const height = y(rows.length - 1) + 20
  return (
    <svg
      className="side-bus"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label="Traffic on a CAN bus: from a certain time on, frames with id 2C1 are injected."
    >
      <path className="side-moment" d={`M${attackAt} 0V${height}`} />
      {rows.map((row, index) => (
        <g key={row.id} className={row.id === attacked ? 'side-row side-attacked' : 'side-row'}>
          <text x="0" y={y(index) + 4}>
            {row.id}
          </text>
          <path d={framesOf(row, index)} />
          {row.id === attacked && <path className="side-injected" d={injected(index)} />}
        </g>
      ))}
    </svg>
  )
}
