import { lifecycleEntries } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { getProgramLifecycle } from '@carapace/shared/graph/programs/programs.contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { useHasLicence } from '../../core/session/licences.ts'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { useCarried } from '../site-map/carried.ts'
import type { Lifecycle } from './lock.ts'
import { sectionsAt } from './menu.ts'

/** Without a program nothing can be opened: each step shows what it requires. */
const ofNothing: Lifecycle = {
  entries: lifecycleEntries({
    isConfigured: false,
    assets: 0,
    relevantAssets: 0,
    threats: 0,
    risks: 0,
    reducedRisks: 0,
  }),
}

/**
 * Keeps the lifecycle of the program in the address up to date while the shell is shown. It is requested again at each
 * page, when the content of the program changed, since that may enable a step, and whenever `turn` changes.
 */
export function useLifecycleFeed(turn: number): void {
  const { programId } = useCarried()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { isEnabled, refetch } = useProgramLifecycle(programId)
  const followed = isEnabled ? programId : undefined
  const requested = useRef<string>(undefined)
  useProgramMoves(followed, refetch)
  useEffect(() => {
    // the first request for a program is sent without this
    if (requested.current === followed) refetch()
    requested.current = followed
  }, [followed, refetch, pathname, turn])
}

/** The lifecycle of a program, as last loaded. */
export function useLifecycle(programId: string | undefined): Lifecycle {
  const { data, problem } = useProgramLifecycle(programId)
  return useMemo(() => {
    if (problem !== undefined) return { refused: problem }
    return data ? { program: data.name, entries: data.lifecycle, suspects: data.suspects } : ofNothing
  }, [data, problem])
}

function useProgramLifecycle(programId: string | undefined) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isLicensed = useHasLicence('LIFECYCLE_CONCEPT_PHASE')
  const isEnabled = programId !== undefined && isLicensed && sectionsAt(pathname).length > 0
  const input = { program_uuid: programId ?? '' }
  const lifecycle = useEndpoint(getProgramLifecycle, input, { enabled: isEnabled, keepPrevious: false })
  return { ...lifecycle, isEnabled }
}
