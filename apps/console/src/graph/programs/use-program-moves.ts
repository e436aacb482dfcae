import { programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect } from 'react'
import { auditTime, filter, type Observable, type SchedulerLike } from 'rxjs'
import { live, type LiveMessageOf } from '../../core/live/live.ts'

/** Minimum time between two refreshes while a program changes, ms. */
const calmMs = 2_000

/**
 * Calls `again` (keep it stable) when the contents of a program have changed. Many changes cause few refreshes (rule
 * PROGRAM-UI-6).
 */
export function useProgramMoves(programUuid: string | undefined, again: () => void): void {
  useEffect(() => {
    if (programUuid === undefined) return
    const feed = movesIn(live(programChannel, { program_uuid: programUuid })).subscribe(again)
    return () => feed.unsubscribe()
  }, [programUuid, again])
}

type Message = LiveMessageOf<typeof programChannel>

/**
 * Emits when the figures must be fetched again: after a change, after missed messages, and when a lost connection is
 * back at a later graph version.
 */
export function movesIn(messages: Observable<Message>, clock?: SchedulerLike): Observable<Message> {
  let upTo: number | undefined
  const isMove = (message: Message) => {
    const before = upTo
    if (message.op === 'snapshot' || message.op === 'changes') upTo = message.seq
    return (
      message.op === 'changes' ||
      message.op === 'gap' ||
      (message.op === 'snapshot' && before !== undefined && message.seq > before)
    )
  }
  return messages.pipe(filter(isMove), auditTime(calmMs, clock))
}
