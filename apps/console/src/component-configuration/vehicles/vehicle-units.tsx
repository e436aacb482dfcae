import { CubeIcon } from '@blueprintjs/icons'
import {
  getVehicleConfiguration,
  type VehicleConfiguration,
  type VehicleUnit,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { UnitState } from '@carapace/shared/component-configuration/configuration'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { dateTime } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, type Tone } from '../../core/ui/status-badge.tsx'
import '../../core/ui/form.css'
import '../configuration.css'

const states: Readonly<Record<UnitState, readonly [tone: Tone, text: string]>> = {
  equal: ['green', 'As declared'],
  different: ['yellow', 'Different'],
  'not-reported': ['grey', 'Not reported'],
  'not-declared': ['grey', 'Not declared'],
}

/** A vehicle's control units as designed, declared and reported (rule VARIANT-UI-3). */
export function VehicleSoftware({ vehicle }: { readonly vehicle: { readonly vin: string } }) {
  const { data, problem, refetch } = useEndpoint(getVehicleConfiguration, { vehicle: vehicle.vin })
  return (
    <Loaded
      what="The software"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={8} columns={['96px', '1fr', '1fr', '1fr', '96px']} />}
    >
      {({ configuration }) => <Units configuration={configuration} />}
    </Loaded>
  )
}

function Units({ configuration: { units, variant } }: { readonly configuration: VehicleConfiguration }) {
  const built = (
    <p className="cc-foot c-note">
      {variant === null ? (
        'No variant is assigned to this vehicle.'
      ) : (
        <>
          Built as{' '}
          <Link to="/org/component-configuration/variant" search={{ uuid: variant.uuid }}>
            {variant.name}
          </Link>
        </>
      )}
    </p>
  )
  if (units.length === 0)
    return (
      <>
        {built}
        <EmptyState icon={<CubeIcon size={24} />} title="No software is known">
          Nothing is declared for this vehicle, and it has not sent an inventory.
        </EmptyState>
      </>
    )
  return (
    <>
      {built}
      <div className="c-scroll" role="region" aria-label="Control units" tabIndex={0}>
        <table className="c-table">
          <thead>
            <tr>
              <th>Control unit</th>
              <th>Designed</th>
              <th>Declared</th>
              <th>Reported</th>
              <th>Comparison</th>
              <th>Hardware part</th>
              <th>RXSWIN</th>
              <th>Reported since</th>
              <th>Last report</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <UnitRow key={unit.ecu} unit={unit} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function UnitRow({ unit: { ecu, designed, declared, reported, state } }: { readonly unit: VehicleUnit }) {
  const [tone, text] = states[state]
  return (
    <tr className={state === 'different' ? 'cc-different' : undefined}>
      <td>{ecu}</td>
      <Software of={designed} />
      <Software of={declared} />
      <Software of={reported} />
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td className="mono">{partText(reported?.hardware_part, declared?.hardware_part ?? designed?.hardware_part)}</td>
      <td className="mono">{reported?.rxswin || declared?.rxswin || designed?.rxswin || '–'}</td>
      <td className="num">{reported ? dateTime(reported.since) : '–'}</td>
      <td className="num">{reported ? dateTime(reported.last_seen) : '–'}</td>
    </tr>
  )
}

function Software({ of }: { readonly of: { readonly software: string; readonly version: string } | null }) {
  if (of === null || of.software === '') return <td className="cc-same">–</td>
  return (
    <td className="mono">
      {of.software} {of.version}
    </td>
  )
}

/** The reported part, with the expected one where it is another. */
function partText(reported = '', expected = ''): string {
  if (reported !== '' && expected !== '' && reported !== expected) return `${reported} (expected ${expected})`
  return reported || expected || '–'
}
