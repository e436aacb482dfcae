import type { ObservableRow } from '@carapace/shared/msoc/observables/observables.contract'
import type { Pap, Tlp } from '@carapace/shared/msoc/observables/observables'
import { paps, tlps } from '@carapace/shared/msoc/observables/observables'
import { Field } from '../../core/ui/field.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { levelTones, tlpText } from './words.ts'

/** A level of the Traffic Light Protocol, with its word. */
export function TlpBadge({ tlp }: { readonly tlp: Tlp }) {
  return <Badge tone={levelTones[tlp]}>{tlpText(tlp)}</Badge>
}

/** What makes an observable stand out: an indicator, on a watchlist, on an allowlist, expired. */
export function Marks({ row }: { readonly row: ObservableRow }) {
  const isExpired = row.expires_at !== null && Date.parse(row.expires_at) <= Date.now()
  return (
    <span className="ob-marks">
      {row.is_ioc && <Badge tone="red">Indicator</Badge>}
      {row.watched_by.length > 0 && <Badge tone="purple">Watched</Badge>}
      {row.allowed_by.length > 0 && <Badge tone="green">Allowed</Badge>}
      {isExpired && <Badge tone="grey">Expired</Badge>}
    </span>
  )
}

interface LevelFieldProps<Level extends string> {
  readonly label: string
  readonly value: Level
  readonly levels: readonly Level[]
  readonly hint?: string
  readonly onChange: (level: Level) => void
}

function LevelField<Level extends Tlp | Pap>({ label, value, levels, hint, onChange }: LevelFieldProps<Level>) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <div className="bp6-html-select">
          <select
            id={id}
            aria-describedby={describedBy}
            value={value}
            onChange={(event) => onChange(event.target.value as Level)}
          >
            {levels.map((level) => (
              <option key={level} value={level}>
                {tlpText(level)}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}

export function TlpField(props: {
  readonly label?: string
  readonly value: Tlp
  readonly onChange: (tlp: Tlp) => void
}) {
  return <LevelField label="TLP: who may see it" {...props} levels={tlps} />
}

export function PapField(props: {
  readonly label?: string
  readonly value: Pap
  readonly onChange: (pap: Pap) => void
}) {
  return <LevelField label="PAP: what may be done with it" {...props} levels={paps} />
}
