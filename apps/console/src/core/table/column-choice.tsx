import { Button, Checkbox, PopoverNext } from '@blueprintjs/core'
import { ColumnLayoutIcon } from '@blueprintjs/icons'
import { Tooltip } from '../ui/tooltip.tsx'
import type { Column } from './columns.ts'
import { useColumns } from './use-columns.ts'
import './table.css'

interface ColumnChoiceProps<Row> {
  /** The id of the table. */
  readonly id: string
  readonly columns: readonly Column<Row>[]
}

/** The button to choose which columns a table shows. */
export function ColumnChoice<Row>({ id, columns }: ColumnChoiceProps<Row>) {
  return (
    <PopoverNext
      content={<Choices id={id} columns={columns} />}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
      <Tooltip text="Columns">
        <Button variant="minimal" icon={<ColumnLayoutIcon />} aria-label="Columns" aria-haspopup="dialog" />
      </Tooltip>
    </PopoverNext>
  )
}

function Choices<Row>({ id, columns }: ColumnChoiceProps<Row>) {
  const { shown, show, reset } = useColumns(id, columns)
  return (
    <div className="dt-choice">
      <fieldset>
        <legend>Columns</legend>
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            label={column.title}
            checked={shown.includes(column)}
            disabled={column.always ?? false}
            onChange={(event) => show(column.key, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Button size="small" variant="outlined" text="Reset columns and widths" onClick={reset} />
    </div>
  )
}
