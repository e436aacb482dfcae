import { demandOf, ratingsOf } from '@carapace/shared/lifecycle/feasibility'
import { type AttackVector, attackVectors, type CvssMetric, cvssMetrics, type Method, type PotentialFactor, potentialFactors } from '@carapace/shared/lifecycle/method'
import type { Effort } from '@carapace/shared/lifecycle/tree'
import { number, sentenceCase } from '../core/format.ts'
import { FeasibilityBars } from './feasibility-bars.tsx'
import { Segments } from './segments.tsx'
import './graph.css'

interface EffortEditorProps {
  readonly effort: Effort
  /** Whose levels there are to choose from. */
  readonly method: Method
  readonly isReadOnly?: boolean
  readonly onChange: (effort: Effort) => void
}

/** What an attacker needs, by the levels of a method, and what that comes to by each of its three ways to rate. */
export function EffortEditor({ effort, method, isReadOnly = false, onChange }: EffortEditorProps) {
  const ratings = ratingsOf(method, demandOf(method, effort))
  return (
    <div className="gr-effort">
      <Part title="Attack potential" rating={ratings.potential} decides={method.deciding === 'potential'}>
        {potentialFactors.map((factor) => (
          <Factor key={factor} {...method.potential.factors[factor]} chosen={effort.potential[factor]} isReadOnly={isReadOnly} onChoose={(key) => onChange({ ...effort, potential: withLevel(effort.potential, factor, key) })} />
        ))}
      </Part>
      <Part title="CVSS exploitability" rating={ratings.cvss} decides={method.deciding === 'cvss'}>
        {cvssMetrics.map((metric) => (
          <Factor key={metric} {...method.cvss.metrics[metric]} chosen={effort.cvss[metric]} isReadOnly={isReadOnly} onChoose={(key) => onChange({ ...effort, cvss: withLevel(effort.cvss, metric, key) })} />
        ))}
      </Part>
      <Part title="Attack vector" rating={ratings.vector} decides={method.deciding === 'vector'}>
        <Segments
          label="Attack vector" isReadOnly={isReadOnly} chosen={effort.vector ?? undefined} options={attackVectors.map((key) => ({ key, label: sentenceCase(key) }))}
          onChoose={(key) => onChange({ ...effort, vector: (key as AttackVector | undefined) ?? null })}
        />
      </Part>
    </div>
  )
}

/** A level chosen, or taken away: what is not rated is absent. */
function withLevel<K extends PotentialFactor | CvssMetric>(levels: Partial<Record<K, string>>, factor: K, key: string | undefined): Partial<Record<K, string>> {
  const { [factor]: _before, ...rest } = levels
  return (key === undefined ? rest : { ...rest, [factor]: key }) as Partial<Record<K, string>>
}

interface PartProps {
  readonly title: string
  readonly rating: { readonly feasibility: Parameters<typeof FeasibilityBars>[0]['feasibility']; readonly value: number | null } | null
  readonly decides: boolean
  readonly children: React.ReactNode
}

function Part({ title, rating, decides, children }: PartProps) {
  return (
    <fieldset className="gr-effort-part">
      <legend>
        {title}
        <FeasibilityBars feasibility={rating?.feasibility} value={rating?.value ?? null} />
        {decides && <span className="gr-tag">decides</span>}
      </legend>
      {children}
    </fieldset>
  )
}

interface FactorProps {
  readonly label: string
  readonly levels: readonly { readonly key: string; readonly label: string; readonly value: number }[]
  readonly chosen: string | undefined
  readonly isReadOnly: boolean
  readonly onChoose: (key: string | undefined) => void
}

function Factor({ label, levels, ...rest }: FactorProps) {
  return <Segments label={label} isLabelled options={levels.map(({ key, label: word, value }) => ({ key, label: word, detail: number(value) }))} {...rest} />
}
