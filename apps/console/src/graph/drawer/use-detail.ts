import { getArtefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageGraph } from '../page/page-context.tsx'
import type { Detail } from '../store/program-store.ts'

/** Asks again whenever something in the program changed. */
export function useAgain(refetch: () => void): void {
  useAgainAt(
    usePageGraph((graph) => graph.seq),
    refetch,
  )
}

/** Asks again with each new moment of a program. */
export function useAgainAt(seq: number | undefined, refetch: () => void): void {
  const lastSeq = useRef(seq)
  useEffect(() => {
    if (lastSeq.current === seq) return
    lastSeq.current = seq
    refetch()
  }, [seq, refetch])
}

/** All that is known of one artefact, up to date while it lies open. */
export function useDetail(uuid: string): {
  readonly detail: Detail | undefined
  readonly problem: string | undefined
  readonly again: () => void
} {
  const { data, problem, refetch } = useEndpoint(getArtefact, { uuid })
  useAgain(refetch)
  return { detail: data?.artefact.uuid === uuid ? data : undefined, problem, again: refetch }
}
