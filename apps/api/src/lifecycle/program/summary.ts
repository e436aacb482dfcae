import type { z } from 'zod'
import { feasibilities, impactLevels, type Method } from '@carapace/shared/lifecycle/methods/method'
import { phases } from '@carapace/shared/graph/programs/phases'
import type { getProgramSummary } from '@carapace/shared/lifecycle/rating/tara.contract'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import type { assessedCells, kindCounts, workProductRows } from './summary.queries.ts'

type Summary = z.output<typeof getProgramSummary.output>
type Rows<Q extends (...all: never[]) => Promise<unknown>> = Awaited<ReturnType<Q>>

const noCells = () => impactLevels.map(() => feasibilities.map(() => 0))
const noRisks = () => [0, 0, 0, 0, 0]

/**
 * Scenarios by cell of the matrix and by risk, before any control and with the planned controls. Unrated scenarios are
 * in neither.
 */
export function matricesOf(
  cells: Rows<typeof assessedCells>,
  { matrix: risk }: Pick<Method, 'matrix'>,
): Pick<Summary, 'matrix' | 'risks'> {
  const byCell = impactLevels.map((impact) => feasibilities.map((feasibility) => risk[impact][feasibility]))
  const [matrix, risks] = [
    { initial: noCells(), target: noCells(), risk: byCell },
    { initial: noRisks(), target: noRisks() },
  ]
  for (const { impact, initialFeasibility, targetFeasibility, initial, target, scenarios } of cells) {
    for (const [scenario, feasibility, risk] of [
      ['initial', initialFeasibility, initial],
      ['target', targetFeasibility, target],
    ] as const) {
      if (impact !== null && feasibility !== null)
        matrix[scenario][impactLevels.indexOf(impact)]![feasibilities.indexOf(feasibility)]! += scenarios
      if (risk !== null) risks[scenario][risk - 1]! += scenarios
    }
  }
  return { matrix, risks }
}

/** The number of scenarios whose risk today is `attention` or more (rule SUMMARY-10). */
export function openRisks(
  cells: readonly Pick<Rows<typeof assessedCells>[number], 'today' | 'scenarios'>[],
  attention: number,
): number {
  return cells.reduce((sum, { today, scenarios }) => (today !== null && today >= attention ? sum + scenarios : sum), 0)
}

/** The number of artefacts of some kinds, in any status or in these. */
export type Counted = (kinds: readonly string[], statuses?: readonly string[]) => number

export function countedOf(rows: Rows<typeof kindCounts>): Counted {
  return (kinds, statuses) =>
    rows.reduce(
      (sum, { kind, status, artefacts }) =>
        kinds.includes(kind) && (statuses?.includes(status) ?? true) ? sum + artefacts : sum,
      0,
    )
}

/** Each of the 42 work products, with its state in the program (rule SUMMARY-9). */
export function workProductsOf(rows: Rows<typeof workProductRows>, counted: Counted): Summary['work_products'] {
  return workProducts.map(({ code, title, kinds }) => {
    const kept = rows.find((row) => row.code === code)
    return {
      code,
      title,
      status: kept?.status ?? null,
      uuid: kept?.uuid ?? null,
      evidence: kept?.evidence ?? 0,
      content: counted(kinds),
    }
  })
}

interface Known {
  readonly counted: Counted
  readonly rated: number
  readonly treated: number
  readonly noticed: number
  readonly verified: number
  readonly suspect: number
}

const settled = ['APPROVED', 'COMPLETED'] as const

/** The progress of each phase, from the counts. */
export function progressOf({ counted, rated, treated, noticed, verified, suspect }: Known): Summary['progress'] {
  const scenarios = counted(['threat-scenario'])
  const concept = [
    counted(['system', 'component', 'function', 'feature']) > 0,
    counted(['channel', 'data']) > 0,
    counted(['diagram']) > 0,
    counted(['asset']) > 0,
    counted(['damage-scenario']) > 0,
    scenarios > 0,
    counted(['attack-tree']) > 0,
    scenarios > 0 && rated >= scenarios,
    scenarios > 0 && treated >= scenarios,
    counted(['goal', 'claim']) > 0,
    counted(['concept']) > 0,
    counted(['security-event']) > 0,
    counted(['requirement']) > 0,
  ]
  const steps = concept.filter(Boolean).length
  const [controls, ends] = [counted(['production-control']), counted(['decommissioning'])]
  const [requirements, checked, done] = [
    counted(['requirement']),
    counted(['production-control'], settled),
    counted(['decommissioning'], settled),
  ]
  const words = [
    {
      done: steps,
      of: concept.length,
      words: `${steps} of ${concept.length} steps${suspect > 0 ? `, ${suspect} suspect` : ''}`,
    },
    {
      done: verified,
      of: requirements,
      words: requirements === 0 ? 'no requirements yet' : `${verified} of ${requirements} requirements verified`,
    },
    {
      done: checked,
      of: controls,
      words: controls === 0 ? 'no control plan yet' : `${checked} of ${controls} controls settled`,
    },
    {
      done: noticed,
      of: scenarios,
      words: scenarios === 0 ? 'nothing to watch yet' : `${noticed} of ${scenarios} scenarios watched for`,
    },
    { done, of: ends, words: ends === 0 ? 'not started' : `${done} of ${ends} steps settled` },
  ]
  return phases.map((phase, i) => ({ phase, ...words[i]! }))
}
