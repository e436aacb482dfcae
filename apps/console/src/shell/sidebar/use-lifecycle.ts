import { lifecycleEntries } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { getProgramLifecycle } from '@carapace/shared/graph/programs/programs.contract'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call, messageOf } from '../../core/call/call.ts'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { useCarried } from '../site-map/carried.ts'
import type { Lifecycle } from './lock.ts'
import { sectionsAt } from './menu.ts'
import { useHasLicence } from '../../core/session/licences.ts'

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

const lifecycleStore = createStore<{ readonly programId?: string; readonly lifecycle: Lifecycle }>(() => ({
  lifecycle: ofNothing,
}))

/**
 * Keeps the lifecycle of the program in the address up to date while the shell is shown. It is requested again at each
 * page, when the content of the program changed, since that may enable a step, and whenever `turn` changes.
 */
export function useLifecycleFeed(turn: number): void {
  const { programId } = useCarried()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isLicensed = useHasLicence('LIFECYCLE_CONCEPT_PHASE')
  const isEnabled = isLicensed && sectionsAt(pathname).length > 0
  const [moves, setMoves] = useState(0)
  useProgramMoves(
    isEnabled ? programId : undefined,
    useCallback(() => setMoves((before) => before + 1), []),
  )

  useEffect(() => {
    if (programId === undefined || !isEnabled) return
    const controller = new AbortController()
    call(getProgramLifecycle, { program_uuid: programId }, { signal: controller.signal })
      .then(({ name, lifecycle: entries, suspects }) =>
        lifecycleStore.setState({ programId, lifecycle: { program: name, entries, suspects } }),
      )
      .catch(
        (problem: unknown) =>
          controller.signal.aborted ||
          lifecycleStore.setState({ programId, lifecycle: { refused: messageOf(problem) } }),
      )
    return () => controller.abort()
  }, [programId, isEnabled, pathname, turn, moves])
}

/** The lifecycle of a program, as last loaded. */
export function useLifecycle(programId: string | undefined): Lifecycle {
  return useStore(lifecycleStore, ({ programId: of, lifecycle }) =>
    programId !== undefined && of === programId ? lifecycle : ofNothing,
  )
}
