import { programChannel } from '@carapace/shared/lifecycle/artefacts.contract'
import { useEffect } from 'react'
import { auditTime, filter } from 'rxjs'
import { live } from '../core/live.ts'

/** Figures are read anew at most so often while a program changes, ms. */
const calmMs = 2_000

/** Calls `again` (keep it stable) when what is in a program has changed: many changes are few readings (rule PG6). */
export function useProgramMoves(programUuid: string | undefined, again: () => void): void {
  useEffect(() => {
    if (programUuid === undefined) return
    const feed = live(programChannel, { program_uuid: programUuid }).pipe(filter(({ op }) => op === 'changes' || op === 'gap'), auditTime(calmMs)).subscribe(again)
    return () => feed.unsubscribe()
  }, [programUuid, again])
}
