import { presenceChannel } from '@carapace/shared/graph/collaboration/presence.contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryClient } from '../core/call/query.ts'
import { live } from '../core/live/live.ts'
import { setOthers } from '../core/page/others.ts'
import { useCarried } from './site-map/carried.ts'
import { screenOf } from './site-map/site-map.ts'
import { isBeingRemoved } from '../graph/programs/removing.ts'
import { useHasLicence } from '../core/session/licences.ts'

/**
 * Follows the program in the address while the shell is shown: who else has it open, and whether the user may still see
 * it. Returns how often the user has lost access. The page loads again after each loss, and then shows the same as for
 * another organisation's program (rule NAVIGATION-10).
 */
export function useProgramFeed(): number {
  const { programId } = useCarried()
  const isOfProgram = useLocation({ select: ({ pathname }) => screenOf(pathname)?.query === 'programId' })
  const isLicensed = useHasLicence('LIFECYCLE_CONCEPT_PHASE')
  const [losses, setLosses] = useState(0)

  useEffect(() => {
    if (programId === undefined || !isOfProgram || !isLicensed) return
    let isSeen = false
    const feed = live(presenceChannel, { program_uuid: programId }).subscribe((message) => {
      if (message.op === 'snapshot') setOthers(message.data)
      else if (message.op === 'changes') setOthers(message.data.at(-1))
      else if (message.op === 'error') {
        setOthers()
        if (isSeen && message.code === 'NOT_FOUND' && !isBeingRemoved(programId)) {
          queryClient.clear()
          setLosses((before) => before + 1)
        }
      }
      isSeen = message.op !== 'error'
    })
    return () => {
      feed.unsubscribe()
      setOthers()
    }
  }, [programId, isOfProgram, isLicensed])

  return losses
}
