import { Button } from '@blueprintjs/core'
import { PlusIcon, SmallCrossIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useFieldContext } from './field-context.ts'

interface RowsProps<Row> {
  readonly rows: readonly Row[]
  /** What one row is: "variable". */
  readonly what: string
  readonly fresh: Row
  readonly onChange: (rows: readonly Row[]) => void
  readonly children: (row: Row, change: (changes: Partial<Row>) => void, index: number) => ReactNode
  /** The fewest rows. */
  readonly least?: number
}

/** Rows that are added and removed. */
export function EditableRows<Row>({ rows, what, fresh, onChange, children, least = 0 }: RowsProps<Row>) {
  const { isReadOnly } = useFieldContext()
  return (
    <div className="pb-rows">
      {rows.map((row, index) => (
        <div key={index} className="pb-row">
          <div className="pb-row-fields">
            {children(
              row,
              (changes) => onChange(rows.map((each, other) => (other === index ? { ...each, ...changes } : each))),
              index,
            )}
          </div>
          {!isReadOnly && (
            <Button
              variant="minimal"
              size="small"
              icon={<SmallCrossIcon />}
              aria-label={`Remove ${what} ${index + 1}`}
              disabled={rows.length <= least}
              onClick={() => onChange(rows.filter((_, other) => other !== index))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          className="pb-add"
          variant="minimal"
          size="small"
          icon={<PlusIcon size={12} />}
          text={`Add ${what}`}
          onClick={() => onChange([...rows, fresh])}
        />
      )}
    </div>
  )
}
