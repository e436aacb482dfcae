import { CalendarIcon } from '@blueprintjs/icons'
import { getRota, saveShift } from '@carapace/shared/msoc/shifts/shifts.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { HandoverTab } from './handover-tab.tsx'
import { NowTab } from './now-tab.tsx'
import type { Rota } from './rota-data.ts'
import { RotaTab } from './rota-tab.tsx'
import { type ShiftsSearch, type Tab, tabs } from './search.ts'
import { newShift, ShiftDialog } from './shift-dialog.tsx'
import { useBoardChanges } from './use-board.ts'
import './shifts.css'

interface ShiftsPageProps {
  readonly search: ShiftsSearch
  readonly go: (search: ShiftsSearch) => void
}

/** Who is on shift, the hand-over to the next one, and the rota (rules SHIFT-UI-1 to SHIFT-UI-6). */
export function ShiftsPage({ search, go }: ShiftsPageProps) {
  usePageTitle('Shifts')
  const { data, problem, refetch } = useEndpoint(getRota, {})
  useBoardChanges(['rota'], refetch)
  const tab = search.tab ?? 'now'
  return (
    <div className="sh-page">
      <PageHead title="Shifts" tabs={<Tabs search={search} tab={tab} />} />
      <div className="sh-body">
        <Loaded what="The rota" data={data} problem={problem} onRetry={refetch} skeleton={<Waiting />}>
          {(rota) => <Shown rota={rota} tab={tab} search={search} go={go} onChanged={refetch} />}
        </Loaded>
      </div>
    </div>
  )
}

function Tabs({ search, tab: shown }: { readonly search: ShiftsSearch; readonly tab: Tab }) {
  return (
    <nav className="c-tabs" aria-label="Shifts">
      {tabs.map(({ tab, title }) => (
        <Link
          key={tab}
          className="c-tab"
          to="/org/msoc/dashboard/shifts"
          search={{ ...search, tab }}
          aria-current={tab === shown ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

function Waiting() {
  return <SkeletonRows rows={8} columns={['200px', '1fr', '160px']} />
}

interface ShownProps extends ShiftsPageProps {
  readonly rota: Rota
  readonly tab: Tab
  readonly onChanged: () => void
}

function Shown({ rota, tab, search, go, onChanged }: ShownProps) {
  if (tab === 'rota') return <RotaTab rota={rota} onChanged={onChanged} />
  if (rota.shifts.length === 0) return <NoRota rota={rota} onChanged={onChanged} />
  if (tab === 'handover') return <HandoverTab rota={rota} search={search} go={go} />
  return <NowTab rota={rota} />
}

function NoRota({ rota, onChanged }: { readonly rota: Rota; readonly onChanged: () => void }) {
  const [adding, setAdding] = useState(false)
  const refusal = useRefusal(saveShift)
  return (
    <>
      <EmptyState
        icon={<CalendarIcon size={24} />}
        title="No shifts"
        action={<ActButton size="medium" text="New shift" refusal={refusal} onClick={() => setAdding(true)} />}
      >
        The rota states who works when. With it, shifts hand over here, and notifications know who is on duty.
      </EmptyState>
      {adding && (
        <ShiftDialog initial={newShift()} people={rota.people} onSaved={onChanged} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
