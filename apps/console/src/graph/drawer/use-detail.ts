import { getArtefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageGraph } from '../page/page-context.tsx'
import type { Detail } from '../store/program-api.ts'

/** Fetches again whenever something in the program changed. */
export function useAgain(refetch: () => void): void {
  useAgainAt(
    usePageGraph((graph) => graph.seq),
    refetch,
  )
}

/** Fetches again with each new graph version of a program. */
export function useAgainAt(seq: number | undefined, refetch: () => void): void {
  const lastSeq = useRef(seq)
  useEffect(() => {
    if (lastSeq.current === seq) return
    lastSeq.current = seq
    refetch()
  }, [seq, refetch])
}

/** The details of one artefact, kept up to date while it is open. */
export function useDetail(uuid: string): {
  readonly detail: Detail | undefined
  readonly problem: string | undefined
  readonly again: () => void
} {
  const { data, problem, refetch } = useEndpoint(getArtefact, { uuid })
  useAgain(refetch)
  return { detail: data?.artefact.uuid === uuid ? data : undefined, problem, again: refetch }
}
