import { HTMLSelect } from '@blueprintjs/core'
import { sentenceCase } from '../../core/format/format.ts'

interface ChoiceGridProps<R extends string, C extends string> {
  /** The name of the table: "Risk". Each cell's name starts with it. */
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly C[]
  readonly table: Readonly<Record<R, Readonly<Record<C, number>>>>
  readonly choices: readonly { readonly value: number; readonly label: string }[]
  /** The class that colours a cell by its value. */
  readonly toneOf?: (value: number) => string
  readonly onChoose: (row: R, column: C, value: number) => void
}

/** A table in which each cell is one of a few numbers. */
export function ChoiceGrid<R extends string, C extends string>({
  label,
  rows,
  columns,
  table,
  choices,
  toneOf,
  onChoose,
}: ChoiceGridProps<R, C>) {
  return (
    <div className="c-scroll" role="group" aria-label={label}>
      <table className="c-table mt-grid">
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {sentenceCase(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{sentenceCase(row)}</th>
              {columns.map((column) => (
                <td key={column}>
                  <span className={`mt-cell ${toneOf?.(table[row][column]) ?? ''}`}>
                    <HTMLSelect
                      minimal
                      fill
                      aria-label={`${label}, ${sentenceCase(row).toLowerCase()}, ${sentenceCase(column).toLowerCase()}`}
                      value={table[row][column]}
                      options={[...choices]}
                      onChange={(event) => onChoose(row, column, Number(event.currentTarget.value))}
                    />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
