import { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import type { Computed } from '../../graph/store/graph-state.ts'
import { type Assessed, type Assessments, assessmentKind } from './assessments.ts'

type FetchAssessments = (
  input: z.input<typeof getAssessments.input>,
  signal: AbortSignal,
) => Promise<z.output<typeof getAssessments.output>>
const served: FetchAssessments = (input, signal) => call(getAssessments, input, { signal })

/** Reads the assessments of threat scenarios with the graph; `fetchAssessments` calls the server. */
export function assessmentsFrom(fetchAssessments: FetchAssessments): Computed<Assessments> {
  return {
    kind: assessmentKind,
    async all(programUuid, signal) {
      const byThreat = new Map<string, Assessed>()
      for (let after: string | undefined; ;) {
        const page = await fetchAssessments(
          { program_uuid: programUuid, ...(after !== undefined && { after }) },
          signal,
        )
        for (const one of page.assessments) byThreat.set(one.threat_uuid, one)
        if (page.next === null || signal.aborted) return { byThreat, method: page.method }
        after = page.next
      }
    },
    async some(programUuid, uuids, before, signal) {
      const { assessments, method } = await fetchAssessments(
        { program_uuid: programUuid, uuids: uuids.join(',') },
        signal,
      )
      return {
        byThreat: new Map([...before.byThreat, ...assessments.map((one) => [one.threat_uuid, one] as const)]),
        method,
      }
    },
  }
}

/** For pages that show assessments. */
export const withAssessments: readonly Computed<unknown>[] = [assessmentsFrom(served)]
