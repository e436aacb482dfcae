import { type BusWatch, relearnBuses } from '@carapace/shared/msoc/can/profiles.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Panel } from '../vehicle/panel.tsx'
import { useWatches } from './use-watches.ts'
import { watchText, watchTones } from './words.ts'
import './can-profiles.css'

const stateWords = { LEARNING: 'Learning', OWN: 'Own past', PROFILE: 'Profile' } as const

/** The monitoring state of a vehicle's buses, and a button to learn them again. */
export function BusWatchesPanel({ vin }: { readonly vin: string }) {
  const { buses, problem, refetch } = useWatches(vin)
  return (
    <Panel
      title="CAN buses"
      tools={buses !== undefined && buses.length > 0 && <LearnAgain vin={vin} onDone={refetch} />}
    >
      <Body buses={buses} problem={problem} onRetry={refetch} />
    </Panel>
  )
}

function Body({
  buses,
  problem,
  onRetry,
}: {
  readonly buses: readonly BusWatch[] | undefined
  readonly problem: string | undefined
  readonly onRetry: () => void
}) {
  if (buses === undefined && problem !== undefined)
    return (
      <ErrorState title="The buses did not load" onRetry={onRetry}>
        {problem}
      </ErrorState>
    )
  if (buses === undefined) return <SkeletonRows rows={2} columns={['64px', '1fr']} />
  if (buses.length === 0) return <p className="cpr-pad vh-faint">No bus of this vehicle is forwarded.</p>
  return (
    <ul className="cpr-watches">
      {buses.map((watch) => (
        <li key={watch.bus}>
          <strong className="mono">{watch.bus}</strong>
          <Badge tone={watchTones[watch.state]}>{stateWords[watch.state]}</Badge>
          <Watched watch={watch} />
          {watch.dbc && (
            <span className="cpr-reads">
              read by {watch.dbc.name} v{watch.dbc.version}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The state as text, with a link to the profile if one is active. */
function Watched({ watch }: { readonly watch: BusWatch }) {
  const words = <span className="num">{watchText(watch)}</span>
  if (!watch.profile) return words
  return (
    <Link to="/org/msoc/dashboard/analyzers/profiles" search={{ profile: watch.profile.uuid }}>
      {words}
    </Link>
  )
}

/** The states in one line, above a table. */
export function BusWatchesStrip({ vin }: { readonly vin: string }) {
  const { buses } = useWatches(vin)
  if (buses === undefined || buses.length === 0) return null
  return (
    <p className="cpr-strip">
      {buses.map((watch) => (
        <span key={watch.bus}>
          <strong className="mono">{watch.bus}</strong>: <Watched watch={watch} />
        </span>
      ))}
    </p>
  )
}

function LearnAgain({ vin, onDone }: { readonly vin: string; readonly onDone: () => void }) {
  const refusal = useRefusal(relearnBuses)
  const [isConfirming, setConfirming] = useState(false)
  const action = useAction()
  const learn = () =>
    action.run(async () => {
      await call(relearnBuses, { vehicle: vin })
      setConfirming(false)
      toast.success('Its buses are being learned again.')
      onDone()
    })
  return (
    <>
      <ActButton text="Learn again" refusal={refusal} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Learn the buses of ${vin} again?`}
        action="Learn again"
        isBusy={action.busy}
        onConfirm={() => void learn()}
        onClose={() => setConfirming(false)}
      >
        What was learned of this vehicle is forgotten. Until its buses are learned again, attacks on those without a
        profile go unnoticed, and what happens meanwhile counts as normal.
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
