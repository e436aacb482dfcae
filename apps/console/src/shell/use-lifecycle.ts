import { lifecycleEntries } from '@carapace/shared/lifecycle/lifecycle-entries'
import { getProgramLifecycle } from '@carapace/shared/lifecycle/programs.contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../core/call.ts'
import type { Lifecycle } from './lock.ts'

/** Nothing can be opened of what there is not: without a program each step says what it waits for. */
const ofNothing: Lifecycle = {
  entries: lifecycleEntries({ isConfigured: false, assets: 0, relevantAssets: 0, threats: 0, risks: 0, reducedRisks: 0 }),
}

/** The lifecycle of the program in the address, asked anew at each page: what was done on the last one may open the next. */
export function useLifecycle(programId: string | undefined, asks: boolean): Lifecycle {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [told, setTold] = useState<{ programId: string; lifecycle: Lifecycle }>()

  useEffect(() => {
    if (programId === undefined || !asks) return
    const asking = new AbortController()
    call(getProgramLifecycle, { program_uuid: programId }, { signal: asking.signal })
      .then(({ lifecycle: entries, suspects }) => setTold({ programId, lifecycle: { entries, suspects } }))
      .catch((problem: unknown) => asking.signal.aborted || setTold({ programId, lifecycle: { refused: messageOf(problem) } }))
    return () => asking.abort()
  }, [programId, asks, pathname])

  return told !== undefined && told.programId === programId ? told.lifecycle : ofNothing
}
