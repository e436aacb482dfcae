import { Button } from '@blueprintjs/core'
import { AddIcon, DownloadIcon, DriveTimeIcon, FilterRemoveIcon, ImportIcon } from '@blueprintjs/icons'
import { exportVehicles, listVehicles, saveVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { may } from '@carapace/shared/permissions'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { call, messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { toast } from '../../core/ui/toast.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { SavedViews } from '../../core/views/saved-views.tsx'
import { columns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { isStaleAt } from './freshness.ts'
import { vehicleFilterOf, cleared, countFilters, sortIn, VehicleSearch, viewSearch } from './search.ts'
import { VehicleForm } from './vehicle-form.tsx'
import { type VehicleList, vehicleList } from './vehicle-list.ts'
import './vehicles.css'
import { msocViewPages } from '../view-pages.ts'

interface VehicleListPageProps {
  readonly search: VehicleSearch
  readonly go: (search: VehicleSearch, replace?: boolean) => void
}

const tableId = 'vehicles'
const why = (problem: unknown) => messageOf(problem)

/** The fleet as a list: health, and time since the last report. */
export function VehicleListPage({ search, go }: VehicleListPageProps) {
  usePageTitle('Vehicles')
  const list = useVehicleList(search)
  const loaded = useStore(list, ({ rows }) => rows !== undefined)
  const total = useStore(list, (state) => state.total)
  const [registering, setRegistering] = useState(false)

  return (
    <div className="vl-page">
      <PageHead title="Vehicles" tabs={<Views search={search} go={go} />}>
        <ColumnChoice id={tableId} columns={columns} />
        <ExportButton search={search} />
        <Actions onRegister={() => setRegistering(true)} />
      </PageHead>
      <Filters search={search} go={go} total={loaded ? total : undefined} />
      <Table list={list} search={search} go={go} onRegister={() => setRegistering(true)} />
      {registering && (
        <VehicleForm
          onClose={() => setRegistering(false)}
          onSaved={({ vin }) => {
            setRegistering(false)
            toast.success(`${vin} is registered.`)
            list.reload()
          }}
        />
      )}
    </div>
  )
}

function Views({ search, go }: VehicleListPageProps) {
  return (
    <SavedViews
      page={msocViewPages.vehicles}
      search={viewSearch(search)}
      current={search.view}
      onApply={(kept, id) => go(VehicleSearch.parse({ ...kept, view: id }))}
    />
  )
}

/** Why this user may not change vehicles; undefined if the user may. */
export function useRefusal(): string | undefined {
  const user = useSession()
  return user !== undefined && may(user.role, saveVehicle.needs)
    ? undefined
    : 'Your role can look at vehicles. Administrators and analysts can change them.'
}

function Actions({ onRegister }: { readonly onRegister: () => void }) {
  const refusal = useRefusal()
  const navigate = useNavigate()
  return (
    <>
      <ActButton
        size="medium"
        icon={<ImportIcon />}
        text="Import"
        refusal={refusal}
        onClick={() => void navigate({ to: '/org/msoc/dashboard/asset-register' })}
      />
      <ActButton size="medium" icon={<AddIcon />} text="Register vehicle" refusal={refusal} onClick={onRegister} />
    </>
  )
}

function ExportButton({ search }: Pick<VehicleListPageProps, 'search'>) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { key, order } = sortIn(search)
    await download(exportVehicles, { ...vehicleFilterOf(search, Date.now()), sort: key, order }, 'vehicles.csv').catch(
      (problem: unknown) => toast.error(why(problem)),
    )
    setBusy(false)
  }
  return (
    <IconButton
      icon={<DownloadIcon />}
      label="Export these vehicles as CSV"
      disabled={busy}
      onClick={() => void save()}
    />
  )
}

/** One list per address: another filter or order is another list. */
function useVehicleList(search: VehicleSearch): VehicleList {
  const { view: _, ...query } = search
  const key = JSON.stringify(query)
  const list = useMemo(() => {
    const kept = JSON.parse(key) as VehicleSearch
    const { key: sort, order } = sortIn(kept)
    const filter = vehicleFilterOf(kept, Date.now())
    return vehicleList((page, signal) => call(listVehicles, { ...filter, ...page, sort, order }, { signal }), why)
  }, [key])
  useEffect(() => list.open(), [list])
  return list
}

/** Interval at which the visible rows are requested again, ms. */
const refreshMs = 10_000

interface TableProps extends VehicleListPageProps {
  readonly list: VehicleList
  readonly onRegister: () => void
}

function Table({ list, search, go, onRegister }: TableProps) {
  const { rows, problem } = useStore(list)
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<readonly [number, number]>([0, 0])
  useRefresh(list, box, view)
  useHotkeys([{ keys: 'n', title: 'Register a vehicle', group: 'Vehicles', run: onRegister }])

  return (
    <div ref={box} className="vl-table">
      <DataTable
        id={tableId}
        label="Vehicles"
        columns={columns}
        rows={rows}
        keyOf={({ vehicle }) => vehicle.uuid}
        sort={sortIn(search)}
        onSort={({ key, order }) => go(VehicleSearch.parse({ ...search, sort: key, order }))}
        onOpen={({ vehicle }) =>
          void navigate({
            to: '/org/msoc/dashboard/projects/vehicle/$tab',
            params: { tab: 'info' },
            search: { vehicle: vehicle.vin } as never,
          })
        }
        onEnd={list.more}
        onView={(first, last) => void (view.current = [first, last])}
        severityOf={({ vehicle }) => vehicle.worst_severity ?? undefined}
        isStale={({ vehicle, requestedAt }) => isStaleAt(vehicle, requestedAt)}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={list.reload}
        empty={<Nothing search={search} go={go} onRegister={onRegister} />}
      />
      {rows !== undefined && problem !== undefined && (
        <p className="vl-late" role="status">
          Not up to date: {problem}{' '}
          <button
            type="button"
            onClick={() => {
              list.refresh(...view.current, true)
              list.more()
            }}
          >
            Try again
          </button>
        </p>
      )}
    </div>
  )
}

/**
 * Refreshes the visible rows while the page is visible. While the user works on the rows, none moves (rule FLEET-UI-5).
 */
function useRefresh(
  list: VehicleList,
  box: { readonly current: HTMLElement | null },
  view: { readonly current: readonly [number, number] },
): void {
  useEffect(() => {
    const timer = setInterval(() => {
      const held = box.current?.matches(':hover') === true || box.current?.contains(document.activeElement) === true
      if (!document.hidden) list.refresh(...view.current, held)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [list, box, view])
}

function Nothing({ search, go, onRegister }: Omit<TableProps, 'list'>): ReactElement {
  const refusal = useRefusal()
  if (countFilters(search) > 0) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No vehicles match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go(cleared(search))} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<DriveTimeIcon size={24} />}
      title="No vehicles yet"
      action={<ActButton size="medium" text="Register vehicle" refusal={refusal} onClick={onRegister} />}
    >
      Vehicles register themselves with their first event, or are imported from CSV.
    </EmptyState>
  )
}
