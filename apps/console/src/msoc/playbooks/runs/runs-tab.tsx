import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, PlayIcon } from '@blueprintjs/icons'
import { type RunState, runStates } from '@carapace/shared/msoc/playbooks/run-states'
import { listPlaybooks } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { sentenceCase, useNow } from '../../../core/format/format.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { runAt } from '../links.ts'
import { type PlaybooksSearch, sinceOf, sinceTexts } from '../search.ts'
import { counted } from '../words.ts'
import { columns, tableId } from './columns.tsx'
import { useLiveRuns } from './live-runs.ts'
import { statesIn } from './states.ts'
import { useRuns } from './use-runs.ts'

interface RunsTabProps {
  readonly search: PlaybooksSearch
  readonly go: (search: PlaybooksSearch, replace?: boolean) => void
}

const stateChoices = runStates.map((word) => ({ word, text: sentenceCase(word) }))
const sinceChoices = (['hour', 'day', 'week', 'month'] as const).map((word) => ({ word, text: sinceTexts[word] }))

/** The runs with their filters; states change live (rule PLAYBOOK-UI-20). */
export function RunsTab({ search, go }: RunsTabProps) {
  const sinceAt = sinceOf(search.since, useNow(60_000))
  const { rows: read, total, problem, more, retry } = useRuns(search, sinceAt)
  const changed = useLiveRuns()
  const rows = useMemo(() => read?.map((run) => newest(run, changed.get(run.uuid))), [read, changed])
  const navigate = useNavigate()
  const playbooks = useEndpoint(listPlaybooks, { limit: 200 })
  return (
    <div className="pb-tab">
      <div className="c-toolbar">
        <FilterMenu
          name="Playbook"
          single
          choices={(playbooks.data?.playbooks ?? []).map(({ uuid, name }) => ({ word: uuid, text: name }))}
          chosen={search.playbook === undefined ? [] : [search.playbook]}
          onChoose={([playbook]) => go({ ...search, playbook })}
        />
        <FilterMenu<RunState>
          name="State"
          choices={stateChoices}
          chosen={statesIn(search.state)}
          onChoose={(states) => go({ ...search, state: states.join(',') || undefined })}
        />
        <FilterMenu
          name="Time"
          single
          choices={sinceChoices}
          chosen={search.since === undefined ? [] : [search.since]}
          onChoose={([since]) => go({ ...search, since })}
        />
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : counted(total, 'run')}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Runs"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onOpen={({ uuid }) => void navigate(runAt(uuid))}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={<NoRuns search={search} go={go} />}
      />
    </div>
  )
}

/** The live state of a run, unless the list was read after it: a finished run stays finished. */
function newest<Run extends { readonly finished_at: string | null; readonly steps: number }>(
  read: Run,
  live: Run | undefined,
): Run {
  return live === undefined || (read.finished_at !== null && live.finished_at === null) || live.steps < read.steps
    ? read
    : live
}

function NoRuns({ search, go }: RunsTabProps) {
  const { playbook, state, since } = search
  if ([playbook, state, since].some((filter) => filter !== undefined))
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No runs match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({ tab: 'runs' })} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  return (
    <EmptyState icon={<PlayIcon size={24} />} title="Nothing has run yet">
      Enabled playbooks start by their triggers, or by hand from an alert, a case or a vehicle.
    </EmptyState>
  )
}
