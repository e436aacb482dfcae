import { PopoverNext } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { memo, type ReactNode } from 'react'
import { CellEditor } from '../editing/cell-editor.tsx'
import { Conflict, Refused } from '../editing/conflict.tsx'
import { useEdit } from '../page/page-context.tsx'
import type { Edit } from '../editing/edits.ts'
import type { ArtefactColumn } from './rows.ts'
import type { TableKeys } from './table-keys.ts'
import { useTable } from './table-state.ts'
import { partText } from '../editing/values.ts'

interface CellProps {
  readonly id: string
  readonly row: Artefact
  readonly column: ArtefactColumn
  readonly keys: TableKeys
  /** The level in the hierarchy; 0 is the top. */
  readonly depth: number
}

/** One value of an artefact: shown, being edited, being saved, or in conflict with another user's change. */
export const Cell = memo(function Cell({ id, row, column, keys, depth }: CellProps) {
  const edit = useEdit(row.uuid, column.edits ?? '')
  const isCursor = useTable(({ cursor }) => cursor?.key === row.uuid && cursor.column === column.key)
  const editing = useTable(({ editing: now }) =>
    now?.uuid === row.uuid && now.column === column.key ? now : undefined,
  )
  const classes = [
    column.numeric && 'dt-numeric num',
    column.mono && 'mono',
    isCursor && 'gr-cell-cursor',
    editing && 'gr-cell-editing',
    edit && `gr-cell-${edit.phase}`,
  ]
  return (
    <td
      id={id}
      role="gridcell"
      data-cell={column.key}
      data-row={row.uuid}
      className={classes.filter(Boolean).join(' ') || undefined}
      style={depth > 0 && !editing ? { paddingLeft: 8 + depth * 20 } : undefined}
      title={editing || edit ? undefined : column.text(row)}
      onClick={(event) => isControl(event.target) || editing !== undefined || keys.click(row, column)}
      onDoubleClick={(event) => isControl(event.target) || editing !== undefined || keys.begin(row, column, true)}
    >
      {editing ? (
        <Editing row={row} column={column} keys={keys} byMouse={editing.byMouse} />
      ) : (
        <Shown edit={edit} row={row}>
          {column.render(row)}
        </Shown>
      )}
    </td>
  )
})

/** Whether a click hit a link or a button, which acts by itself. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select, .bp6-popover') !== null
}

function Editing({ row, column, keys, byMouse }: Omit<CellProps, 'id' | 'depth'> & { readonly byMouse: boolean }) {
  if (column.editor)
    return (
      <>
        {column.render(row)}
        {column.editor(row, () => keys.end(row, column, 'enter'))}
      </>
    )
  return (
    <CellEditor row={row} part={column.edits!} byMouse={byMouse} onEnd={(ending) => keys.end(row, column, ending)} />
  )
}

/** A value that is being saved is shown as new; a failure to save is shown until the user decides. */
function Shown({
  edit,
  row,
  children,
}: {
  readonly edit: Edit | undefined
  readonly row: Artefact
  readonly children: ReactNode
}) {
  if (!edit) return children
  const words = partText(row.kind, edit.part, edit.draft) || '–'
  if (edit.phase === 'typing' || edit.phase === 'saving') return words
  return (
    <PopoverNext
      isOpen
      placement="bottom-start"
      animation="minimal"
      enforceFocus={false}
      autoFocus={false}
      content={edit.phase === 'conflict' ? <Conflict edit={edit} /> : <Refused edit={edit} />}
    >
      <span className="gr-cell-now">{words}</span>
    </PopoverNext>
  )
}
