import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon } from '@blueprintjs/icons'
import type { CanProfile, IdProfile } from '@carapace/shared/msoc/can/profile'
import {
  activateProfile,
  listProfiles,
  type ProfileRow,
  saveCanProfile,
} from '@carapace/shared/msoc/can/profiles.contract'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Differences } from './differences.tsx'
import { Exceptions } from './exceptions.tsx'
import { IdDetail } from './id-detail.tsx'
import { idColumns, isAboutId } from './id-columns.tsx'
import { idWord, type ProfilesSearch, reviewViews, type ReviewView } from './search.ts'
import { profileText } from './words.ts'

interface ReviewedProps {
  readonly row: ProfileRow
  readonly profile: CanProfile
  readonly search: ProfilesSearch
  readonly go: (search: ProfilesSearch, replace?: boolean) => void
  readonly onChanged: () => void
}

const viewTitles: Readonly<Record<ReviewView, string>> = {
  ids: 'Ids',
  differences: 'Differences',
  exceptions: 'Exceptions',
}

/** The content of a profile, in three views. */
export function Reviewed(props: ReviewedProps) {
  const { search, profile } = props
  const view = search.view ?? 'ids'
  return (
    <>
      <nav className="cpr-views" aria-label="Views of the profile">
        {reviewViews.map((each) => (
          <Link
            key={each}
            to="/org/msoc/dashboard/analyzers/profiles"
            search={{ ...search, view: each }}
            aria-current={each === view ? 'page' : undefined}
          >
            {viewTitles[each]} {each === 'ids' && <span className="num">{number(profile.ids.length)}</span>}
            {each === 'exceptions' && <span className="num">{number(profile.exceptions.length)}</span>}
          </Link>
        ))}
      </nav>
      {view === 'ids' && <Ids {...props} />}
      {view === 'differences' && <FromActive {...props} />}
      {view === 'exceptions' && <Quiet {...props} />}
    </>
  )
}

const tableId = 'can-profile-ids'

function Ids({ profile, search, go }: ReviewedProps) {
  const shown = useMemo(() => profile.ids.filter((id) => isAboutId(id, search.q)), [profile, search.q])
  const chosen = shown.find((id) => idWord(id) === search.id)
  return (
    <>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search ids"
          placeholder="Id, message or signal"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <span className="c-toolbar-total num" role="status">
          {number(shown.length)} {shown.length === 1 ? 'id' : 'ids'}
        </span>
        <ColumnChoice id={tableId} columns={idColumns} />
      </div>
      <div className="cpr-split">
        <DataTable<IdProfile>
          id={tableId}
          label="Ids of the profile"
          columns={idColumns}
          rows={shown}
          rowHeight={28}
          keyOf={idWord}
          onOpen={(id) => go({ ...search, id: idWord(id) }, true)}
          {...(chosen && { selectedKey: idWord(chosen) })}
          empty={<NoIds search={search} go={go} />}
        />
        {chosen && <IdDetail id={chosen} />}
      </div>
    </>
  )
}

function NoIds({ search, go }: Pick<ReviewedProps, 'search' | 'go'>): ReactElement {
  return (
    <EmptyState
      icon={<FilterRemoveIcon size={24} />}
      title="No ids match"
      action={<Button variant="outlined" text="Clear search" onClick={() => go({ ...search, q: undefined })} />}
    >
      No id, message or signal of this profile has these words.
    </EmptyState>
  )
}

/** Compares the profile with the active profile of its bus; the active profile with its predecessor. */
function FromActive({ row }: ReviewedProps) {
  const { data } = useEndpoint(listProfiles, { model: row.model, bus: row.bus, limit: 200 })
  const others = data?.profiles.filter(({ uuid }) => uuid !== row.uuid)
  const other = others?.find(({ state }) => state === 'ACTIVE') ?? others?.find(({ version }) => version < row.version)
  if (others === undefined) return null
  if (!other)
    return (
      <EmptyState icon={<FilterRemoveIcon size={24} />} title="Nothing to compare with">
        It is the first profile of this model and bus.
      </EmptyState>
    )
  return (
    <Differences
      before={other.uuid}
      after={row.uuid}
      title={`${profileText(other)}${other.state === 'ACTIVE' ? ', active' : ''}`}
    />
  )
}

function Quiet({ row, profile, onChanged }: ReviewedProps) {
  const forbidden = useRefusal(row.state === 'ACTIVE' ? activateProfile : saveCanProfile)
  const refusal = forbidden ?? (row.state === 'RETIRED' ? 'A retired profile stays as it was.' : undefined)
  const action = useAction()
  return (
    <>
      {action.problem !== undefined && (
        <p className="c-problem cpr-pad" role="alert">
          {action.problem}
        </p>
      )}
      <Exceptions
        profile={profile}
        refusal={refusal}
        isBusy={action.busy}
        onSave={(exceptions) =>
          void action.run(async () => {
            await call(saveCanProfile, { uuid: row.uuid, revision: row.revision, exceptions: [...exceptions] })
            toast.success('The exceptions are saved.')
            onChanged()
          })
        }
      />
    </>
  )
}
