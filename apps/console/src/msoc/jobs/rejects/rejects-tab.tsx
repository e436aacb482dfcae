import { rejectStates } from '@carapace/shared/msoc/history/history'
import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, TickCircleIcon } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import type { JobsSearch } from '../search.ts'
import { columns, tableId } from './columns.tsx'
import { pickOnly, usePicked } from './picked.ts'
import { isRetryable, type Reject } from './reject-list.ts'
import { RejectEditor } from './reject-editor.tsx'
import { type RejectFilter, useRejects } from './use-rejects.ts'
import { useRetry } from './use-retry.ts'

interface RejectsTabProps {
  readonly search: JobsSearch
  readonly go: (search: JobsSearch, replace?: boolean) => void
}

const stateChoices = rejectStates.map((word) => ({ word, text: sentenceCase(word) }))
/** Maximum number of events per call. */
const perCall = 500

/** The events that were not stored, with the reasons: view, correct, send again. */
export function RejectsTab({ search, go }: RejectsTabProps) {
  const { rows, problem, more, again } = useRejects(filterOf(search))
  const open = rows?.find(({ id }) => id === search.reject)
  useEffect(() => () => pickOnly([]), [])

  return (
    <div className="jb-rejects">
      <div className="jb-list">
        <Filters search={search} go={go} rows={rows} />
        <PickedBar rows={rows ?? []} again={again} />
        {problem !== undefined && rows !== undefined && (
          <p className="jb-outdated" role="alert">
            This list is not up to date: {problem}
          </p>
        )}
        <DataTable
          id={tableId}
          label="Rejected events"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => String(id)}
          isStale={({ state }) => state === 'STORED'}
          onOpen={({ id }) => go({ ...search, reject: id }, true)}
          onEnd={more}
          {...(problem !== undefined && { problem })}
          onRetry={again}
          {...(search.reject !== undefined && { selectedKey: String(search.reject) })}
          empty={<Nothing search={search} go={go} />}
        />
      </div>
      {open !== undefined && (
        <RejectEditor
          key={open.id}
          reject={open}
          again={again}
          close={() => go({ ...search, reject: undefined }, true)}
        />
      )}
    </div>
  )
}

function filterOf({ state, source, q }: JobsSearch): RejectFilter {
  return {
    ...(state !== undefined && { state }),
    ...(source !== undefined && { source }),
    ...(q !== undefined && { q }),
  }
}

function Filters({ search, go, rows }: RejectsTabProps & { readonly rows: readonly Reject[] | undefined }) {
  const sources = [
    ...new Set([...(rows ?? []).map(({ source }) => source), ...(search.source === undefined ? [] : [search.source])]),
  ].sort()
  return (
    <div className="c-toolbar">
      <SearchField
        value={search.q ?? ''}
        label="Search rejected events"
        placeholder="Reason, vehicle, event"
        onSearch={(q) => go({ ...search, q: q || undefined })}
      />
      <FilterMenu
        name="State"
        single
        choices={stateChoices}
        chosen={search.state === undefined ? [] : [search.state]}
        onChoose={([state]) => go({ ...search, state })}
      />
      <FilterMenu
        name="Source"
        single
        choices={sources.map((word) => ({ word, text: word }))}
        chosen={search.source === undefined ? [] : [search.source]}
        onChoose={([source]) => go({ ...search, source })}
      />
      <span className="c-toolbar-total num">{rows === undefined ? '' : `${number(rows.length)} shown`}</span>
      <ColumnChoice id={tableId} columns={columns} />
    </div>
  )
}

/** The actions on several events. Events that are pending or stored in the meantime are left out. */
function PickedBar({ rows, again }: { readonly rows: readonly Reject[]; readonly again: () => void }) {
  const ids = usePicked()
  const { busy, refusal, retry } = useRetry(again)
  const ready = rows.filter((row) => ids.has(row.id) && isRetryable(row)).slice(0, perCall)
  if (ids.size === 0) return null
  const send = async () => {
    if (await retry(ready.map(({ id }) => ({ id })))) pickOnly([])
  }
  return (
    <div className="jb-picked" role="toolbar" aria-label="Picked events">
      <strong className="num">{number(ready.length)} picked</strong>
      <Button
        variant="minimal"
        size="small"
        onClick={() =>
          pickOnly(
            rows
              .filter(isRetryable)
              .slice(0, perCall)
              .map(({ id }) => id),
          )
        }
      >
        Pick all shown
      </Button>
      <span className="jb-picked-acts">
        <ActButton
          refusal={refusal}
          loading={busy}
          disabled={ready.length === 0}
          intent="primary"
          variant="solid"
          onClick={() => void send()}
        >
          Send again
        </ActButton>
        <Button variant="minimal" size="small" onClick={() => pickOnly([])}>
          Clear
        </Button>
      </span>
    </div>
  )
}

function Nothing({ search, go }: RejectsTabProps) {
  if (Object.keys(filterOf(search)).length > 0) {
    const clear = (
      <Button variant="outlined" onClick={() => go({ time: search.time })}>
        Clear the filters
      </Button>
    )
    return (
      <EmptyState icon={<FilterRemoveIcon size={24} />} title="No rejected events match" action={clear}>
        Nothing passes the filters in this window of time.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing was rejected">
      Every event of this window of time was stored.
    </EmptyState>
  )
}
