import { AddRowBottomIcon, ConfirmIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { ColumnChoice } from '../../core/table/column-choice.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { UndoButtons } from '../../core/ui/undo-buttons.tsx'
import { type TableGroup, tableGroups, type TableSearch } from '../search.ts'
import { counted } from '../words.ts'
import { tableColumns } from './columns.ts'
import type { TableActions } from './table-actions.ts'
import { tableId } from './use-table.ts'

const groupTexts: Readonly<Record<TableGroup, string>> = { state: 'State', responsible: 'Responsible side' }
const groupChoices = tableGroups.map((word) => ({ word, text: groupTexts[word] }))

interface TableToolbarProps {
  readonly search: TableSearch
  readonly go: (search: TableSearch, replace?: boolean) => void
  readonly actions: TableActions
  readonly refusal: string | undefined
  readonly shown: number
  readonly total: number
  /** How many rows the own side may agree to as they are. */
  readonly agreeable: number
  readonly onAgree: () => void
  readonly onAdd: () => void
  /** The button that removes the selected row. */
  readonly removal: ReactNode
}

/** Search and groups of the table, which are in the address, and what changes its rows. */
export function TableToolbar(props: TableToolbarProps) {
  const { search, go, actions, refusal, shown, total, agreeable } = props
  return (
    <div className="c-toolbar">
      <SearchField
        value={search.q ?? ''}
        label="Search the work products"
        placeholder="Work product, document, agreement"
        onSearch={(q) => go({ ...search, q: q || undefined }, true)}
      />
      <FilterMenu
        name="Group"
        single
        choices={groupChoices}
        chosen={search.group ? [search.group] : []}
        onChoose={([group]) => go({ ...search, group }, true)}
      />
      <Undo actions={actions} refusal={refusal} />
      <span className="c-toolbar-total num">
        {shown === total ? counted(total, 'work product') : `${shown} of ${counted(total, 'work product')}`}
      </span>
      {agreeable > 0 && (
        <ActButton
          size="medium"
          icon={<ConfirmIcon />}
          text={`Agree to ${counted(agreeable, 'row')}…`}
          refusal={refusal}
          onClick={props.onAgree}
        />
      )}
      <ActButton size="medium" icon={<AddRowBottomIcon />} text="Add a row…" refusal={refusal} onClick={props.onAdd} />
      {props.removal}
      <ColumnChoice id={tableId} columns={tableColumns} />
    </div>
  )
}

/** It alone is drawn again while a change is stored. */
function Undo({ actions, refusal }: Pick<TableToolbarProps, 'actions' | 'refusal'>) {
  const { done, undone, isBusy } = useStore(actions.history)
  return (
    <>
      <UndoButtons
        past={done}
        future={undone}
        refusal={refusal}
        onUndo={() => void actions.undo()}
        onRedo={() => void actions.redo()}
      />
      <span className="c-note" role="status">
        {isBusy ? 'Saving…' : ''}
      </span>
    </>
  )
}
