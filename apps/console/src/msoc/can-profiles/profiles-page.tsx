import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, PredictiveAnalysisIcon } from '@blueprintjs/icons'
import { profileStates } from '@carapace/shared/msoc/can/profiles'
import { deriveProfile, learnProfile, type ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { type ReactElement, useCallback, useState } from 'react'
import { number, sentenceCase } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { columns } from './columns.tsx'
import { DeriveDialog } from './derive-dialog.tsx'
import { JobNote } from './job-note.tsx'
import { LearnDialog } from './learn-dialog.tsx'
import type { ProfilesSearch } from './search.ts'
import { useProfiles } from './use-profiles.ts'
import { modelText, profileText } from './words.ts'
import './can-profiles.css'

interface ProfilesPageProps {
  readonly search: ProfilesSearch
  readonly go: (search: ProfilesSearch, replace?: boolean) => void
}

const tableId = 'can-profiles'
const stateChoices = profileStates.map((word) => ({ word, text: sentenceCase(word) }))

/**
 * The profiles of the buses of each vehicle model, in versions: learned or derived, and then reviewed (rules
 * PROFILE-UI-1 to PROFILE-UI-4).
 */
export function ProfilesPage({ search, go }: ProfilesPageProps) {
  usePageTitle('CAN profiles')
  const { rows, total, problem, more, refetch } = useProfiles(search)
  const [jobUuid, setJobUuid] = useState<string>()
  const [isLearning, setLearning] = useState(search.capture !== undefined)
  const [isDeriving, setDeriving] = useState(false)
  const refusals = { learn: useRefusal(learnProfile), derive: useRefusal(deriveProfile) }
  const learn = () => refusals.learn === undefined && setLearning(true)
  const closeLearning = useCallback(() => {
    setLearning(false)
    go({ ...search, capture: undefined }, true)
  }, [go, search])
  useHotkeys([{ keys: 'n', title: 'Learn a profile', group: 'CAN profiles', run: learn }])

  return (
    <div className="cpr-page">
      <PageHead title="CAN profiles">
        <ActButton size="medium" text="Derive from a DBC" refusal={refusals.derive} onClick={() => setDeriving(true)} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          keys="n"
          text="Learn profile"
          refusal={refusals.learn}
          onClick={learn}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search profiles"
          placeholder="Model, bus, note or source"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <Filters search={search} rows={rows ?? []} go={go} />
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : `${number(total)} ${total === 1 ? 'profile' : 'profiles'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      {jobUuid !== undefined && <JobNote uuid={jobUuid} onDone={refetch} onClose={() => setJobUuid(undefined)} />}
      <DataTable
        id={tableId}
        label="CAN profiles"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onOpen={({ uuid }) => go({ ...search, profile: uuid })}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={<Nothing search={search} go={go} refusal={refusals.learn} onLearn={learn} />}
      />
      {isLearning && refusals.learn === undefined && (
        <LearnDialog
          capture={search.capture}
          onClose={closeLearning}
          onStarted={(job) => {
            setJobUuid(job.uuid)
            closeLearning()
          }}
        />
      )}
      {isDeriving && (
        <DeriveDialog
          onClose={() => setDeriving(false)}
          onDerived={(row) => {
            toast.success(`${profileText(row)} is derived, as a draft.`)
            go({ ...search, profile: row.uuid })
          }}
        />
      )}
    </div>
  )
}

interface FiltersProps extends ProfilesPageProps {
  readonly rows: readonly ProfileRow[]
}

/** The filters by model and bus: the values for which profiles exist, and the requested ones. */
function Filters({ search, rows, go }: FiltersProps) {
  const choices = (values: readonly string[], selected: string | undefined, textOf = (value: string) => value) =>
    [...new Set([...values, ...(selected === undefined ? [] : [selected])])]
      .sort()
      .filter((word) => word !== '')
      .map((word) => ({ word, text: textOf(word) }))
  const chosen = <Word extends string>(word: Word | undefined) => (word === undefined ? [] : [word])
  return (
    <>
      <FilterMenu
        name="Model"
        single
        choices={choices(
          rows.map(({ model }) => model),
          search.model,
          modelText,
        )}
        chosen={chosen(search.model)}
        onChoose={([model]) => go({ ...search, model })}
      />
      <FilterMenu
        name="Bus"
        single
        choices={choices(
          rows.map(({ bus }) => bus),
          search.bus,
        )}
        chosen={chosen(search.bus)}
        onChoose={([bus]) => go({ ...search, bus })}
      />
      <FilterMenu
        name="State"
        single
        choices={stateChoices}
        chosen={chosen(search.state)}
        onChoose={([state]) => go({ ...search, state })}
      />
    </>
  )
}

interface NothingProps extends ProfilesPageProps {
  readonly refusal: string | undefined
  readonly onLearn: () => void
}

function Nothing({ search: { model, bus, state, q }, go, refusal, onLearn }: NothingProps): ReactElement {
  if ([model, bus, state, q].some((value) => value !== undefined)) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No profiles match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<PredictiveAnalysisIcon size={24} />}
      title="No profiles yet"
      action={<ActButton size="medium" text="Learn profile" refusal={refusal} onClick={onLearn} />}
    >
      Until a model has one, each vehicle is watched by what was learned of itself.
    </EmptyState>
  )
}
