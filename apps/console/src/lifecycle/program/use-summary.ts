import { getProgramSummary } from '@carapace/shared/lifecycle/rating/tara.contract'
import type { z } from 'zod'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'

export type Summary = z.output<typeof getProgramSummary.output>

/** The current figures of a program. */
export function useSummary(programUuid: string) {
  const summary = useEndpoint(getProgramSummary, { program_uuid: programUuid }, pageSubject)
  useProgramMoves(programUuid, summary.refetch)
  return summary
}
