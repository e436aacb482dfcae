import './ui.css'

interface SkeletonRowsProps {
  readonly rows: number
  /** The widths of a row's cells, as CSS lengths, in the columns of the real layout. */
  readonly columns: readonly string[]
  /** The height of a row in px; 32 by default. */
  readonly rowHeight?: number
}

/** The widths of the bars differ in every row: equal rows would look like content. */
const fill = (row: number, column: number) => `${55 + ((row * 37 + column * 23) % 40)}%`

/** The placeholder of a table before its rows are loaded. */
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
