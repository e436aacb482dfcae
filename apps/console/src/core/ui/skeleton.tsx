import './ui.css'

interface SkeletonRowsProps {
  readonly rows: number
  /** The widths of a row's cells, as CSS lengths, in the columns of the real layout. */
  readonly columns: readonly string[]
  /** Height of a row in px; 32 unless told. */
  readonly rowHeight?: number
}

/** Bars no two rows of which look alike, or the eye takes them for content. */
const fill = (row: number, column: number) => `${55 + ((row * 37 + column * 23) % 40)}%`

/** What a table looks like before its rows are there. */
export function SkeletonRows({ rows, columns, rowHeight = 32 }: SkeletonRowsProps) {
  return (
    <div className="c-skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="c-skeleton-row" style={{ height: rowHeight, gridTemplateColumns: columns.join(' ') }}>
          {columns.map((_column, column) => (
            <span key={column} className="c-skeleton-bar" style={{ width: fill(row, column) }} />
          ))}
        </div>
      ))}
    </div>
  )
}
