import { matrices, type Matrix, type Tactic } from './attack-matrices.ts'
import type { Coverage } from './kpis.contract.ts'

/** An enabled rule, as coverage needs it. */
export interface TaggedRule {
  readonly title: string
  readonly tags: readonly string[]
}

/** What covers techniques, each by name. */
export interface CoverageSources {
  readonly rules: readonly TaggedRule[]
  readonly detectors: Readonly<Record<string, readonly string[]>>
  /** Undefined: threat scenarios are not known here. */
  readonly scenarios: readonly { readonly technique: string; readonly scenarios: number }[] | undefined
}

/** Maximum number of names that a technique lists. */
const namesAtMost = 20
const othersAtMost = 100

/**
 * The technique that a tag names, as the matrices write it: `atm.t0072` and `ATM-T0072` are `ATM-T0072`,
 * `attack.t0814` and `T0814.001` are `T0814`. Undefined if it names none (rule KPI-8).
 */
export function techniqueOf(tag: string): string | undefined {
  const found = /^(?:(attack|atm)[.-])?(t\d{4})(?:\.\d{3})?$/i.exec(tag.trim())
  if (!found) return undefined
  return `${found[1]?.toLowerCase() === 'atm' ? 'ATM-' : ''}${found[2]!.toUpperCase()}`
}

/** How much of the matrices is covered, and by what (rules KPI-8, KPI-9). */
export function coverageOf({ rules, detectors, scenarios }: CoverageSources): Coverage {
  const byRules = namesByTechnique(rules.map(({ title, tags }) => [title, tags]))
  const byDetectors = namesByTechnique(Object.entries(detectors))
  const byScenarios = new Map(scenarios?.map((each) => [techniqueOf(each.technique), each.scenarios]))
  const known = new Set(matrices.flatMap(techniquesIn))

  function shownTactic({ id, name, techniques }: Tactic) {
    return {
      id,
      name,
      techniques: techniques.map((technique) => {
        const [mine, own] = [byRules.get(technique.id) ?? [], byDetectors.get(technique.id) ?? []]
        return {
          ...technique,
          rules: mine.length,
          detectors: own.length,
          scenarios: byScenarios.get(technique.id) ?? 0,
          by: [...own, ...mine].slice(0, namesAtMost),
        }
      }),
    }
  }

  return {
    matrices: matrices.map((matrix) => {
      const all = new Set(techniquesIn(matrix))
      const covered = [...all].filter((id) => byRules.has(id) || byDetectors.has(id))
      const { name, title, tactics } = matrix
      return { name, title, techniques: all.size, covered: covered.length, tactics: tactics.map(shownTactic) }
    }),
    others: [...byRules]
      .filter(([technique]) => !known.has(technique))
      .map(([technique, names]) => ({ technique, rules: names.length }))
      .sort((a, b) => b.rules - a.rules || a.technique.localeCompare(b.technique))
      .slice(0, othersAtMost),
    rules: rules.length,
    untagged: rules.filter(({ tags }) => !tags.some((tag) => techniqueOf(tag) !== undefined)).length,
    has_scenarios: scenarios !== undefined,
  }
}

const techniquesIn = ({ tactics }: Matrix) => tactics.flatMap(({ techniques }) => techniques.map(({ id }) => id))

/** Each technique with the names of what names it; a name counts once. */
function namesByTechnique(named: readonly (readonly [name: string, tags: readonly string[]])[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name, tags] of named) {
    for (const technique of new Set(tags.flatMap((tag) => techniqueOf(tag) ?? [])))
      names.set(technique, [...(names.get(technique) ?? []), name])
  }
  return names
}
