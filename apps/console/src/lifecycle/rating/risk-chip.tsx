import { type ImpactLevel, type Stake, stakes } from '@carapace/shared/lifecycle/methods/method'
import { ArrowRightIcon } from '@blueprintjs/icons'
import { sentenceCase } from '../../core/format/format.ts'
import { impactNumber, impactTone, riskTone } from './tones.ts'
import '../../graph/graph.css'
import './rating.css'

/** A risk, 1 to 5: the number in the colour of its severity. */
export function RiskChip({
  risk,
  label = 'Risk',
}: {
  readonly risk: number | null | undefined
  readonly label?: string
}) {
  if (risk === null || risk === undefined)
    return (
      <span className="gr-none" title={`${label} not rated`}>
        –
      </span>
    )
  return (
    <span className={`gr-chip c-sev-${riskTone(risk)} num`} title={`${label} ${risk} of 5`}>
      {risk}
    </span>
  )
}

/** The change of a risk from one value to another. */
export function RiskChange({
  from,
  to,
}: {
  readonly from: number | null | undefined
  readonly to: number | null | undefined
}) {
  return (
    <span className="gr-change">
      <RiskChip risk={from} label="Initial risk" />
      <ArrowRightIcon size={12} />
      <RiskChip risk={to} label="Target risk" />
    </span>
  )
}

interface ImpactChipProps {
  readonly stake: Stake
  readonly level: ImpactLevel | null
}

/** An impact, 0 negligible to 3 severe. */
export function ImpactChip({ stake, level }: ImpactChipProps) {
  if (level === null)
    return (
      <span className="gr-none" title={`${sentenceCase(stake)}: not rated`}>
        –
      </span>
    )
  const number = impactNumber(level)
  const label = `${sentenceCase(stake)}: ${level}`
  return (
    <span className={number === 0 ? 'gr-zero num' : `gr-chip c-sev-${impactTone(level)} num`} title={label}>
      {number}
    </span>
  )
}

export type Impacts = Readonly<Record<Stake, ImpactLevel | null>>

/** The impact on safety, finance, operation and privacy: S, F, O and P side by side. */
export function ImpactChips({ impact }: { readonly impact: Impacts }) {
  return (
    <span className="gr-impacts">
      {stakes.map((stake) => (
        <ImpactChip key={stake} stake={stake} level={impact[stake]} />
      ))}
    </span>
  )
}

/** The impact in the fields of a damage scenario. */
export function impactIn(fields: Readonly<Record<string, unknown>>): Impacts {
  return Object.fromEntries(
    stakes.map((stake) => [stake, (fields[stake] as ImpactLevel | undefined) ?? null]),
  ) as Record<Stake, ImpactLevel | null>
}
