import type { PlaybookGraph } from '@carapace/shared/msoc/playbooks/playbook'
import type { StepState } from '@carapace/shared/msoc/playbooks/run-states'
import type { NodeTotals, PlaybookStep } from '@carapace/shared/msoc/playbooks/runs.contract'
import type { z } from 'zod'
import { dateTime, number } from '../../../core/format/format.ts'
import type { CardState } from '../graph/card.tsx'
import { stepTexts } from '../words.ts'

type Totals = z.output<typeof NodeTotals>

/** The states by urgency: a node with several shows the first of these that it has. */
const urgency: readonly StepState[] = ['UNKNOWN', 'FAILED', 'WAITING', 'RUNNING', 'PENDING', 'DONE', 'SKIPPED']

/**
 * What a run shows at each node: its most urgent state, the numbers of iterations, and the exits that were taken (rule
 * PLAYBOOK-UI-21). Nodes that the run did not reach have no entry.
 */
export function runOutcomes(
  graph: PlaybookGraph,
  totals: readonly Totals[],
  steps: readonly PlaybookStep[],
): ReadonlyMap<string, CardState> {
  const byNode = Map.groupBy(steps, ({ node }) => node)
  const counts = new Map(totals.map((each) => [each.node, each.counts]))
  const isReached = (id: string) =>
    Object.entries(counts.get(id) ?? {}).some(([state, count]) => state !== 'SKIPPED' && count > 0)
  return new Map(
    totals.flatMap(({ node, counts: own }): (readonly [string, CardState])[] => {
      const state = urgency.find((each) => (own[each] ?? 0) > 0)
      if (state === undefined) return []
      const known = byNode.get(node) ?? []
      return [[node, { state, text: textOf(state, own, known), ports: portsTaken(graph, node, known, isReached) }]]
    }),
  )
}

function textOf(state: StepState, counts: Totals['counts'], steps: readonly PlaybookStep[]): string {
  const total = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0)
  if (total > 1)
    return urgency
      .filter((each) => (counts[each] ?? 0) > 0)
      .map((each) => `${number(counts[each]!)} ${stepTexts[each].toLowerCase()}`)
      .join(', ')
  const [step] = steps
  const waits = step?.waiting && waitingText(step)
  if (state === 'DONE' && step !== undefined && step.attempt > 1) return `Done, attempt ${step.attempt}`
  return waits ?? stepTexts[state]
}

/** What a step waits for, in words. */
export function waitingText({ waiting, state }: Pick<PlaybookStep, 'waiting' | 'state'>): string | undefined {
  if (state === 'UNKNOWN') return stepTexts.UNKNOWN
  switch (waiting?.kind) {
    case 'approval':
      return `Waiting: ${waiting.approvals.length} of ${waiting.needed} approvals`
    case 'form':
      return 'Waiting for an answer'
    case 'delay':
      return `Waiting until ${dateTime(waiting.until)}`
    case 'retry':
      return `Tries again at ${dateTime(waiting.until)}`
    case 'run':
      return 'Waiting for its playbook'
    case 'vehicle_action':
      return 'Waiting for the vehicle'
    case 'items':
      return `${number(waiting.done)} of ${number(waiting.total)} items`
    case 'unknown':
    case undefined:
      return undefined
  }
}

/** The exits of the known steps; inside of for-each, where only totals are known, those that lead to reached nodes. */
function portsTaken(
  { edges }: PlaybookGraph,
  node: string,
  steps: readonly PlaybookStep[],
  isReached: (id: string) => boolean,
): readonly string[] {
  if (steps.length > 0) return [...new Set(steps.flatMap(({ port }) => port ?? []))]
  return [...new Set(edges.filter(({ from, to }) => from === node && isReached(to)).map(({ port }) => port))]
}
