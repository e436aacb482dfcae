import { type CanNote, listCanNotes } from '@carapace/shared/msoc/can/notes.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import type { Subject } from '../bench.ts'

export interface Notes {
  readonly list: readonly CanNote[]
  /** Reads the notes again, after one was written. */
  readonly again: () => void
}

const none: readonly CanNote[] = []

/** The notes of the shown source, ordered by time. */
export function useNotes({ kind, uuid }: Subject): Notes {
  const { data, refetch } = useEndpoint(
    listCanNotes,
    { subject: kind, subject_uuid: uuid ?? '' },
    { enabled: uuid !== undefined },
  )
  return useMemo(() => ({ list: data?.notes ?? none, again: refetch }), [data, refetch])
}
