import { CrossIcon } from '@blueprintjs/icons'
import { attackVectors, cvssMetrics, type FeasibilityMethod, type Method, potentialFactors } from '@carapace/shared/lifecycle/method'
import type { Effort } from '@carapace/shared/lifecycle/tree'
import { sentenceCase } from '../../core/format.ts'
import { Segments } from './segments.tsx'

interface EffortFieldsProps {
  /** Of what, for who does not see: "A3". */
  readonly of: string
  readonly effort: Effort
  readonly method: Method
  /** Which of its three ratings. */
  readonly shown: FeasibilityMethod
  readonly disabled: boolean
  readonly onChange: (effort: Effort, what: string) => void
}

interface Row {
  readonly key: string
  readonly label: string
  readonly levels: readonly { readonly key: string; readonly label: string; readonly value?: number }[]
  readonly chosen: string | undefined
  readonly set: (level: string | undefined) => Effort
}

/** What an attacker needs, level by level, in the words of the program's method. */
export function EffortFields({ of, effort, method, shown, disabled, onChange }: EffortFieldsProps) {
  return (
    <div className="at-factors">
      {rowsOf(method, effort, shown).map(({ key, label, levels, chosen, set }) => {
        const level = levels.find((each) => each.key === chosen)
        return (
          <div key={key} className="at-factor">
            <div className="at-factor-head">
              <span>{label}</span>
              {chosen !== undefined && !disabled && <button type="button" className="at-unset" aria-label={`${label} is not rated`} title="Not rated" onClick={() => onChange(set(undefined), label)}><CrossIcon size={10} /></button>}
              <b className="num">{chosen !== undefined && !level ? `${chosen}: unknown to the method` : level?.value}</b>
            </div>
            <Segments label={`${label} of ${of}`} segments={levels} chosen={chosen} disabled={disabled} onChoose={(to) => onChange(set(to), label)} />
          </div>
        )
      })}
    </div>
  )
}

function rowsOf({ potential, cvss }: Method, effort: Effort, shown: FeasibilityMethod): Row[] {
  if (shown === 'potential') return potentialFactors.map((key) => ({ key, ...potential.factors[key], chosen: effort.potential[key], set: (level) => ({ ...effort, potential: withLevel(effort.potential, key, level) }) }))
  if (shown === 'cvss') return cvssMetrics.map((key) => ({ key, ...cvss.metrics[key], chosen: effort.cvss[key], set: (level) => ({ ...effort, cvss: withLevel(effort.cvss, key, level) }) }))
  const levels = attackVectors.toReversed().map((key) => ({ key, label: sentenceCase(key) }))
  return [{ key: 'vector', label: 'Attack vector', levels, chosen: effort.vector ?? undefined, set: (level) => ({ ...effort, vector: (level as Effort['vector'] | undefined) ?? null }) }]
}

function withLevel<T extends Readonly<Partial<Record<string, string>>>>(before: T, key: string, level: string | undefined): T {
  const { [key]: _gone, ...rest } = before
  return (level === undefined ? rest : { ...rest, [key]: level }) as T
}
