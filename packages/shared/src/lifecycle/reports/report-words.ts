import type { Path, Rating } from '../rating/assessment.ts'
import { cvssMetrics, type Method, type PotentialFactor, potentialFactors } from '../methods/method.ts'
import type { Effort } from '../attack-tree/tree.ts'
import type { ReportCell, Tone } from '../../core/documents/report.ts'
import type { LinkedNode } from './report-source.ts'

/** The codes of linked artefacts as the text of a cell. */
export const codes = (nodes: readonly LinkedNode[]) => nodes.map(({ code }) => code).join(', ')
export const plain = (word: string | null) => (word === null ? '–' : word.replace('-', ' '))
export const plainStatus = (status: string) => status.toLowerCase().replaceAll('_', ' ')
export const calWord = (cal: number | null) => (cal === null || cal === 0 ? '–' : String(cal))
export const capital = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`

/** The tone of a risk from 1 to 5. */
export const riskTone = (risk: number): Tone => `level-${risk}` as Tone
/** A risk in its colour; a dash if there is none yet. */
export const riskCell = (risk: number | null): ReportCell =>
  risk === null ? '–' : { text: String(risk), tone: riskTone(risk) }

/** A rating as `medium (16)`, or `medium (16), incomplete`; the vector has no value. */
export function ratingWords(rating: Rating | null): string {
  if (rating === null) return '–'
  const words = rating.value === null ? plain(rating.feasibility) : `${plain(rating.feasibility)} (${rating.value})`
  return rating.incomplete ? `${words}, incomplete` : words
}

/** The sums of a path, factor by factor: `Elapsed time 4, Expertise 6`. */
export function factorWords({ potential }: Method, factors: Path['factors']): string {
  return potentialFactors.map((factor) => `${potential.factors[factor].label} ${factors[factor]}`).join(', ')
}

/**
 * What an attacker needs, by labels: `Elapsed time ≤ 1 week, Expertise Expert; CVSS: Attack complexity Low; vector:
 * network`. Empty: nothing is rated.
 */
export function effortWords(method: Method, { potential, cvss, vector }: Effort): string {
  const factors = potentialFactors.flatMap((factor) =>
    potential[factor] === undefined ? [] : [levelWords(method, factor, potential[factor])],
  )
  const metrics = cvssMetrics.flatMap((metric) =>
    cvss[metric] === undefined
      ? []
      : [`${method.cvss.metrics[metric].label} ${labelOf(method.cvss.metrics[metric].levels, cvss[metric])}`],
  )
  return [factors.join(', '), metrics.length > 0 && `CVSS: ${metrics.join(', ')}`, vector && `vector: ${vector}`]
    .filter(Boolean)
    .join('; ')
}

/** A factor with its level: `Elapsed time ≤ 1 week`. */
export function levelWords({ potential }: Method, factor: PotentialFactor, key: string): string {
  return `${potential.factors[factor].label} ${labelOf(potential.factors[factor].levels, key)}`
}

function labelOf(levels: readonly { readonly key: string; readonly label: string }[], key: string): string {
  return levels.find((level) => level.key === key)?.label ?? `${key} (no level of the method)`
}
