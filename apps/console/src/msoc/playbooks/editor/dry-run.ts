import type { StepState } from '@carapace/shared/msoc/playbooks/run-states'
import type { DryStep } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { CardState } from '../graph/card.tsx'

const states: Readonly<Record<DryStep['outcome'], StepState>> = {
  done: 'DONE',
  simulated: 'DONE',
  failed: 'FAILED',
  skipped: 'SKIPPED',
}

export const outcomeTexts: Readonly<Record<DryStep['outcome'], string>> = {
  done: 'Done',
  simulated: 'Simulated',
  failed: 'Failed',
  skipped: 'Skipped',
}

/**
 * What a dry run shows at each node: of several iterations the worst outcome and their number, with every exit that
 * was taken (rule PLAYBOOK-UI-18).
 */
export function dryOutcomes(steps: readonly DryStep[]): ReadonlyMap<string, CardState> {
  const worst: readonly DryStep['outcome'][] = ['failed', 'simulated', 'done', 'skipped']
  return new Map(
    [...Map.groupBy(steps, ({ node }) => node)].map(([node, own]) => {
      const outcome = worst.find((each) => own.some((step) => step.outcome === each)) ?? 'skipped'
      const times = own.filter((step) => step.outcome !== 'skipped').length
      const ports = [...new Set(own.flatMap(({ port }) => port ?? []))]
      const text = times > 1 ? `${outcomeTexts[outcome]}, ${times} times` : outcomeTexts[outcome]
      return [node, { state: states[outcome], text, ports }]
    }),
  )
}
