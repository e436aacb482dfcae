import { Button } from '@blueprintjs/core'
import { DriveTimeIcon, FilterRemoveIcon, ImportIcon } from '@blueprintjs/icons'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { compact, dateTime } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type Requested, useEndpoint } from '../../core/call/query.ts'
import type { AnalyzerPageSearch } from './page-search.ts'
import './analyzer.css'

/** Selects the source of the frames: a vehicle (live) or a capture. */
export function Choose({ onChoose }: { readonly onChoose: (search: AnalyzerPageSearch) => void }) {
  const [q, setQ] = useState('')
  const query = { limit: 20, ...(q !== '' && { q }) }
  const vehicles = useEndpoint(listVehicles, query)
  const captures = useEndpoint(listCaptures, query)
  const unmatched = q === '' ? undefined : <Unmatched onClear={() => setQ('')} />
  return (
    <>
      <PageHead title="Packet analyzer">
        <SearchField value={q} label="Find a vehicle or a capture" placeholder="VIN, name, capture" onSearch={setQ} />
      </PageHead>
      <div className="an-choose">
        <Part title="Vehicles, live" result={vehicles} empty={unmatched ?? <NoVehicles />}>
          {({ vehicles: list }) =>
            list.map(({ uuid, vin, name, model }) => (
              <Choice
                key={uuid}
                title={vin}
                detail={[name, model].filter(Boolean).join(', ')}
                onChoose={() => onChoose({ vehicle: vin })}
              />
            ))
          }
        </Part>
        <Part title="Captures" result={captures} empty={unmatched ?? <NoCaptures />}>
          {({ captures: list }) =>
            list.map(({ uuid, name, frames, created_at: at }) => (
              <Choice
                key={uuid}
                title={name}
                detail={`${compact(frames)} frames, ${dateTime(at)}`}
                onChoose={() => onChoose({ capture: uuid })}
              />
            ))
          }
        </Part>
      </div>
    </>
  )
}

interface PartProps<T> {
  readonly title: string
  readonly result: Requested<T>
  readonly empty: ReactElement
  readonly children: (data: T) => readonly ReactElement[]
}

function Part<T>({ title, result: { data, problem, refetch }, empty, children }: PartProps<T>) {
  const rows = data === undefined ? undefined : children(data)
  return (
    <section className="c-panel" aria-label={title}>
      <header className="c-panel-head">
        <h2>{title}</h2>
      </header>
      {rows === undefined && problem !== undefined && (
        <ErrorState title={`${title} did not load`} onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {rows === undefined && problem === undefined && <SkeletonRows rows={8} columns={['2fr', '1fr']} />}
      {rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && <ul className="an-choices">{rows}</ul>}
    </section>
  )
}

function Unmatched({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<FilterRemoveIcon size={24} />}
      title="None found"
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear the search
        </Button>
      }
    >
      Nothing here matches these words.
    </EmptyState>
  )
}

function NoVehicles() {
  return (
    <EmptyState
      icon={<DriveTimeIcon size={24} />}
      title="No vehicles yet"
      action={<Link to="/org/msoc/dashboard/projects">Go to vehicles</Link>}
    >
      A vehicle is here once it was added or has reported.
    </EmptyState>
  )
}

function NoCaptures() {
  return (
    <EmptyState
      icon={<ImportIcon size={24} />}
      title="No captures yet"
      action={<Link to="/org/msoc/dashboard/analyzers/captures">Upload one</Link>}
    >
      Uploaded CAN bus logs and captures kept from a vehicle's record appear here.
    </EmptyState>
  )
}

function Choice({
  title,
  detail,
  onChoose,
}: {
  readonly title: string
  readonly detail: string
  readonly onChoose: () => void
}) {
  return (
    <li>
      <Button variant="minimal" fill alignText="start" onClick={onChoose}>
        <b>{title}</b> <span className="an-faint">{detail}</span>
      </Button>
    </li>
  )
}
