import { programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useEffectEvent } from 'react'
import { live } from '../../core/live/live.ts'

/**
 * Calls back whenever something in a program's graph has changed. For values that the server computes, which are then
 * fetched again.
 */
export function useProgramChanges(programUuid: string, onChange: () => void): void {
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    let first = true
    const feed = live(programChannel, { program_uuid: programUuid }).subscribe((message) => {
      if (message.op === 'error') return
      if (!first) notify()
      first = false
    })
    return () => feed.unsubscribe()
  }, [programUuid])
}
