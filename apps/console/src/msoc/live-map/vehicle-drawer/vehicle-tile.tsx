import type { Health } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { HealthDot } from '../../../core/ui/health-dot.tsx'

export function Tile({
  name,
  value,
  unit,
  bad = false,
}: {
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly bad?: boolean
}) {
  return (
    <div className={bad ? 'lm-tile lm-bad' : 'lm-tile'}>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {unit !== '' && <small>{unit}</small>}
      </dd>
    </div>
  )
}

export function HealthWord({ health }: { readonly health: Health }) {
  return (
    <>
      <HealthDot health={health} />
      <strong className={`lm-health-${health}`}>{sentenceCase(health)}</strong>
    </>
  )
}
