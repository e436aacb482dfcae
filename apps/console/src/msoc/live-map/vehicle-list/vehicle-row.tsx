import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { age, fineAge, number } from '../../../core/format/format.ts'
import { HealthDot } from '../../../core/ui/health-dot.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { delayText, positionAgeAt, positionTimes } from '../../vehicles/position-age.ts'
import { useLiveMap } from '../live-map-context.ts'
import { type Seen, staleAfterMs } from '../vehicles/vehicle-store.ts'
import { Vin } from '../../../core/ui/vin.tsx'

/** A vehicle in view, with its current values from the columns. */
export function VehicleRow({ vin }: { readonly vin: string }) {
  const { scene } = useLiveMap()
  const slot = scene?.fleet().vehicles.slotOf(vin)
  const seen = slot === undefined ? undefined : scene?.fleet().vehicles.read(slot)
  if (!scene || !seen) return <Row vin={vin} health="offline" quiet when="left the view" what="" model="" />
  const old = positionAgeAt(seen, scene.now())
  return (
    <Row
      vin={vin}
      health={seen.stale ? 'offline' : seen.health}
      quiet={seen.stale || seen.health === 'offline'}
      when={seen.stale ? `stale ${age(old)}` : fineAge(old)}
      delayed={delayText(seen)}
      what={<WhatIs seen={seen} />}
      model={seen.model}
    />
  )
}

/** The most severe open alert; without an alert, the vehicle's activity. */
function WhatIs({ seen }: { readonly seen: Seen }) {
  const { scene } = useLiveMap()
  const alert = scene?.worstOf(seen.vin)
  if (alert && seen.openAlerts > 0)
    return (
      <>
        <SeverityGlyph severity={alert.severity} label={alert.severity} /> {alert.title}
      </>
    )
  if (seen.openAlerts > 0) return `${number(seen.openAlerts)} open ${seen.openAlerts === 1 ? 'alert' : 'alerts'}`
  return seen.speedKph === null ? 'No open alerts' : `${Math.round(seen.speedKph)} km/h`
}

/** A vehicle outside this part of the map, with its stored data. */
export function ElsewhereRow({ vehicle }: { readonly vehicle: Vehicle }) {
  const { scene } = useLiveMap()
  const now = scene?.now() ?? Date.now()
  const times = positionTimes(vehicle.position)
  const old = times && positionAgeAt(times, now)
  const stale = times === undefined || now - times.receivedAt > staleAfterMs
  return (
    <Row
      vin={vehicle.vin}
      health={vehicle.health}
      quiet={stale}
      when={old === undefined ? 'no position' : stale ? `stale ${age(old)}` : fineAge(old)}
      delayed={times && delayText(times)}
      what={<WhatElsewhere vehicle={vehicle} />}
      model={vehicle.model}
    />
  )
}

function WhatElsewhere({ vehicle: { worst_severity: worst, open_alerts: open } }: { readonly vehicle: Vehicle }) {
  if (!worst) return 'Not in view'
  return (
    <>
      <SeverityGlyph severity={worst} label={worst} /> {number(open)} open, not in view
    </>
  )
}

interface RowProps {
  readonly vin: string
  readonly health: Vehicle['health']
  readonly quiet: boolean
  readonly when: string
  /** Empty unless the position was long on its way. */
  readonly delayed?: string | undefined
  readonly what: React.ReactNode
  readonly model: string
}

function Row({ vin, health, quiet, when, delayed = '', what, model }: RowProps) {
  const { search, select } = useLiveMap()
  return (
    <button
      type="button"
      className="lm-row"
      data-quiet={quiet}
      aria-current={search.vehicle === vin}
      onClick={() => select(vin)}
    >
      <HealthDot health={health} label={health} />
      <span className="lm-row-vin">
        <Vin vin={vin} />
      </span>
      <span className={`num lm-row-when${when.startsWith('stale') ? ' lm-bad' : ''}`}>{when}</span>
      <span className="lm-row-line">
        <span className="lm-row-what">{what}</span>
        {delayed !== '' && <span className="num lm-bad lm-row-delayed">{delayed}</span>}
        {model !== '' && <span className="lm-row-model">{model}</span>}
      </span>
    </button>
  )
}
