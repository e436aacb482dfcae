import { getProgramSummary } from '@carapace/shared/lifecycle/rating/tara.contract'
import { useCallback } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { useTold } from '../../core/call/use-told.ts'

export type Summary = z.output<typeof getProgramSummary.output>

/** A program in figures, as they are now. */
export function useSummary(programUuid: string) {
  const told = useTold(
    useCallback(
      (signal: AbortSignal) => call(getProgramSummary, { program_uuid: programUuid }, { signal }),
      [programUuid],
    ),
  )
  useProgramMoves(programUuid, told.again)
  return told
}
