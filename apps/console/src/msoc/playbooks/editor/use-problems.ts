import { checkGraph } from '@carapace/shared/msoc/playbooks/check-graph'
import type { Problem } from '@carapace/shared/msoc/playbooks/playbook'
import { checkPlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useDeferredValue, useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import type { Draft } from './draft.store.ts'

/** How long the changes pause before the server checks the draft, ms. */
const pauseMs = 400

interface Problems {
  readonly problems: readonly Problem[]
  /** Why the server did not check it. */
  readonly checkProblem: string | undefined
}

/**
 * The mistakes of a draft: at once what the graph alone shows, and then the server's, which also knows the playbooks,
 * members and secrets that it names (rule PLAYBOOK-UI-15).
 */
export function useProblems({ graph, trigger }: Draft, uuid: string | undefined, mayWrite: boolean): Problems {
  const current = useMemo(() => ({ graph, trigger }), [graph, trigger])
  const late = useDeferredValue(current)
  const own = useMemo(() => checkGraph(late.graph, late.trigger), [late])
  const settled = useSettled(current, pauseMs) ?? current
  const input = { ...(uuid !== undefined && { uuid }), ...settled }
  const server = useEndpoint(checkPlaybook, input, {
    enabled: mayWrite && settled.graph.nodes.length > 0,
    keepPrevious: false,
  })
  const isCurrent = settled === current && server.data !== undefined
  return { problems: isCurrent ? server.data.problems : own, checkProblem: server.problem }
}
