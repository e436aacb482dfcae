import { Button } from '@blueprintjs/core'
import { CrossIcon, DriveTimeIcon, FilterRemoveIcon, ImportIcon } from '@blueprintjs/icons'
import {
  assignVariant,
  type CarryingVehicle,
  importVehicleSoftware,
  listCarryingVehicles,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { type VehiclesSearch, vehiclesQueryOf } from '../search.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { VehicleSoftware } from './vehicle-units.tsx'
import '../configuration.css'

const tableId = 'component-configuration-vehicles'

const columns: readonly Column<CarryingVehicle>[] = [
  { key: 'vin', title: 'VIN', width: 176, mono: true, always: true, render: ({ vin }) => vin },
  { key: 'name', title: 'Name', width: 160, grow: 1, priority: 5, render: ({ name }) => name },
  { key: 'model', title: 'Model', width: 120, priority: 3, render: ({ model }) => model },
  {
    key: 'variant',
    title: 'Variant',
    width: 200,
    grow: 2,
    priority: 2,
    render: ({ variant }) => variant?.name ?? '–',
    text: ({ variant }) => variant?.name ?? '',
  },
  { key: 'declared', title: 'Declared', width: 76, numeric: true, priority: 4, render: ({ declared }) => declared },
  { key: 'reported', title: 'Reported', width: 76, numeric: true, render: ({ reported }) => reported },
  {
    key: 'different',
    title: 'Different',
    width: 84,
    numeric: true,
    render: ({ different }) => (different > 0 ? <Badge tone="yellow">{number(different)}</Badge> : 0),
    text: ({ different }) => String(different),
  },
  {
    key: 'last',
    title: 'Last report',
    width: 176,
    priority: 1,
    render: ({ last_reported: last }) => (last === null ? '–' : dateTime(last)),
  },
]

interface VehiclesPageProps {
  readonly search: VehiclesSearch
  readonly go: (search: VehiclesSearch, replace?: boolean) => void
}

/** Which vehicles carry what (rule VARIANT-UI-3 of ../SPEC.md). */
export function VehiclesPage({ search, go }: VehiclesPageProps) {
  usePageTitle('Software of vehicles')
  const [dialog, setDialog] = useState<'assign' | 'import'>()
  const query = vehiclesQueryOf(search)
  const { rows, first, problem, more, retry } = usePages([listCarryingVehicles.path, query], async (cursor, signal) => {
    const page = await call(listCarryingVehicles, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
    return { rows: page.vehicles, next: page.next_cursor, total: page.total }
  })
  const refusals = { assign: useRefusal(assignVariant), import: useRefusal(importVehicleSoftware) }
  return (
    <div className="cc-page">
      <PageHead title="Software of vehicles">
        <ActButton
          size="medium"
          icon={<ImportIcon />}
          text="Import software"
          refusal={refusals.import}
          onClick={() => setDialog('import')}
        />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          text="Assign a variant"
          refusal={refusals.assign}
          onClick={() => setDialog('assign')}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search vehicles"
          placeholder="Beginning of a VIN"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <Button
          variant="outlined"
          active={search.different === true}
          aria-pressed={search.different === true}
          text="Only different"
          onClick={() => go({ ...search, different: search.different ? undefined : true })}
        />
        <Filters search={search} go={go} />
        <span className="c-toolbar-total num" role="status">
          {first?.total == null ? '' : `${number(first.total)} ${first.total === 1 ? 'vehicle' : 'vehicles'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="cc-body">
        <DataTable
          id={tableId}
          label="Vehicles"
          columns={columns}
          rows={rows}
          keyOf={({ vin }) => vin}
          onEnd={more}
          onRetry={retry}
          onOpen={({ vin }) => go({ ...search, vehicle: vin }, true)}
          {...(rows === undefined && problem !== undefined && { problem })}
          {...(search.vehicle !== undefined && { selectedKey: search.vehicle })}
          empty={<Nothing search={search} go={go} />}
        />
        {search.vehicle !== undefined && (
          <Drawer
            key={search.vehicle}
            vin={search.vehicle}
            onClose={() => go({ ...search, vehicle: undefined }, true)}
          />
        )}
      </div>
      {dialog === 'import' && <ImportDialog onDone={retry} onClose={() => setDialog(undefined)} />}
      {dialog === 'assign' && (
        <AssignDialog model={search.model} vin={search.vehicle} onDone={retry} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

const chips = ['model', 'ecu', 'software', 'version', 'variant'] as const
const chipNames = {
  model: 'model',
  ecu: 'control unit',
  software: 'software',
  version: 'version',
  variant: 'variant',
} as const

/** The filters that links to this page set, each with a button that removes it. */
function Filters({ search, go }: VehiclesPageProps) {
  const set = chips.filter((name) => search[name] !== undefined)
  if (set.length === 0) return null
  return (
    <span className="cc-filters">
      {set.map((name) => (
        <span key={name} className="c-filter c-filter-set">
          <span>
            {chipNames[name]} {name !== 'variant' && <b>{search[name]}</b>}
          </span>
          <Button
            variant="minimal"
            icon={<CrossIcon size={12} />}
            aria-label={`Remove the filter ${chipNames[name]}`}
            onClick={() => go({ ...search, [name]: undefined })}
          />
        </span>
      ))}
    </span>
  )
}

function Drawer({ vin, onClose }: { readonly vin: string; readonly onClose: () => void }) {
  useHotkeys([{ keys: 'Escape', title: 'Close', group: 'Software of vehicles', run: onClose }])
  return (
    <section className="cc-drawer" aria-label={`Software of ${vin}`}>
      <header className="cc-drawer-head">
        <div>
          <h2 className="mono">{vin}</h2>
          <Link to="/org/msoc/dashboard/projects/vehicle/$tab" params={{ tab: 'info' }} search={{ vehicle: vin }}>
            Vehicle in the MSOC
          </Link>
        </div>
        <IconButton icon={<CrossIcon />} label="Close" keys="Escape" onClick={onClose} />
      </header>
      <div className="cc-drawer-body">
        <VehicleSoftware vehicle={{ vin }} />
      </div>
    </section>
  )
}

function Nothing({ search, go }: VehiclesPageProps) {
  const isNarrowed = Object.values(vehiclesQueryOf(search)).length > 0
  if (isNarrowed)
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No vehicle matches"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  return (
    <EmptyState icon={<DriveTimeIcon size={24} />} title="No vehicle is registered">
      Vehicles are registered in the MSOC, or with their first event.
    </EmptyState>
  )
}
