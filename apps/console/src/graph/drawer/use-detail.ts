import { getArtefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useRef } from 'react'
import { useAnswer } from '../../core/call/use-answer.ts'
import { usePageGraph } from '../page/page-context.tsx'
import type { Detail } from '../store/program-store.ts'

/** Asks again whenever something in the program changed. */
export function useAgain(ask: () => void): void {
  useAgainAt(
    usePageGraph((graph) => graph.seq),
    ask,
  )
}

/** Asks again with each new moment of a program. */
export function useAgainAt(seq: number | undefined, ask: () => void): void {
  const told = useRef(seq)
  useEffect(() => {
    if (told.current === seq) return
    told.current = seq
    ask()
  }, [seq, ask])
}

/** All that is known of one artefact, up to date while it lies open. */
export function useDetail(uuid: string): {
  readonly detail: Detail | undefined
  readonly problem: string | undefined
  readonly again: () => void
} {
  const { data, problem, ask } = useAnswer(getArtefact, { uuid })
  useAgain(ask)
  return { detail: data?.artefact.uuid === uuid ? data : undefined, problem, again: ask }
}
