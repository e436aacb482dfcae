import { FilterRemoveIcon, SendToIcon } from '@blueprintjs/icons'
import { Button } from '@blueprintjs/core'
import { listVehicleActions } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { type VehicleActionState, vehicleActionStates } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { useEffect } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePages } from '../../../core/call/use-pages.ts'
import { sentenceCase, useNow } from '../../../core/format/format.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import type { PlaybooksSearch } from '../search.ts'
import { counted } from '../words.ts'
import { columns, tableId } from './columns.tsx'
import { actionsKey } from './decide.tsx'

interface ActionsTabProps {
  readonly search: PlaybooksSearch
  readonly go: (search: PlaybooksSearch, replace?: boolean) => void
}

const choices = vehicleActionStates.map((word) => ({ word, text: sentenceCase(word) }))
const perPage = 100
/** Interval at which the list is read again, ms: vehicles confirm without anybody's action here. */
const everyMs = 10_000

function statesIn(text: string | undefined): readonly VehicleActionState[] {
  const words = new Set(text?.split(','))
  return vehicleActionStates.filter((state) => words.has(state))
}

/** What vehicles were requested to do: who approved it, how it was delivered, what they answered (PLAYBOOK-UI-26). */
export function ActionsTab({ search, go }: ActionsTabProps) {
  const states = statesIn(search.state)
  const query = {
    ...(states.length > 0 && { state: [...states] }),
    ...(search.q !== undefined && { vehicle: search.q }),
  }
  const { rows, first, problem, more, retry } = usePages(
    [actionsKey, JSON.stringify(query)],
    async (cursor, signal) => {
      const answer = await call(listVehicleActions, { ...query, limit: perPage, cursor }, { signal })
      return { rows: answer.actions, next: answer.next_cursor, total: answer.total }
    },
  )
  const turn = Math.floor(useNow(everyMs) / everyMs)
  useEffect(retry, [turn, retry])
  return (
    <div className="pb-tab">
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Vehicle"
          placeholder="VIN or name of a vehicle"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <FilterMenu<VehicleActionState>
          name="State"
          choices={choices}
          chosen={states}
          onChoose={(words) => go({ ...search, state: words.join(',') || undefined })}
        />
        <span className="c-toolbar-total num" role="status">
          {first === undefined ? '' : counted(first.total, 'action')}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Vehicle actions"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={
          states.length > 0 || search.q !== undefined ? (
            <EmptyState
              icon={<FilterRemoveIcon size={24} />}
              title="No actions match"
              action={<Button variant="outlined" text="Clear filters" onClick={() => go({ tab: 'actions' })} />}
            >
              Nothing passes these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={<SendToIcon size={24} />} title="No vehicle was requested to do anything">
              Playbooks and people request actions of vehicles, others approve them; they are recorded here with their
              confirmation. By hand one is requested on the page of its vehicle.
            </EmptyState>
          )
        }
      />
    </div>
  )
}
