import { listProfiles, type ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { useCallback, useEffect, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import type { ProfilesSearch } from './search.ts'

interface ProfilesState {
  /** The request that the rows belong to. */
  readonly question: string
  /** Undefined until they are loaded. */
  readonly rows: readonly ProfileRow[] | undefined
  readonly total: number | undefined
  /** The start of the next page; null if there is none. */
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: ProfilesState = { question: '', rows: undefined, total: undefined, next: null, problem: undefined }

/** The profiles that match, latest first, in pages: more are loaded when the end is visible (rule PROFILE-UI-1). */
export function useProfiles({ model, bus, state, q }: ProfilesSearch) {
  const [list, setList] = useState(nothing)
  const [attempt, setAttempt] = useState(0)
  const question = JSON.stringify({ model, bus, state, q })

  useEffect(() => {
    const controller = new AbortController()
    call(listProfiles, JSON.parse(question) as ProfilesSearch, { signal: controller.signal }).then(
      ({ profiles, total, next_cursor: next }) =>
        setList({ question, rows: profiles, total, next, problem: undefined }),
      (thrown: unknown) =>
        controller.signal.aborted || setList((before) => ({ ...before, problem: messageOf(thrown) })),
    )
    return () => controller.abort()
  }, [question, attempt])

  const more = () => {
    const { next, question: of } = list
    if (next === null || of !== question) return
    call(listProfiles, { ...(JSON.parse(question) as ProfilesSearch), cursor: next }).then(
      (page) =>
        setList((before) =>
          before.next === next && before.question === of
            ? { ...before, rows: withPage(before.rows, page.profiles), next: page.next_cursor }
            : before,
        ),
      (thrown: unknown) => setList((before) => ({ ...before, problem: messageOf(thrown) })),
    )
  }
  const refetch = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...list, more, refetch }
}

/** Appends a page without duplicates: pages shift when another user adds a profile. */
function withPage(rows: readonly ProfileRow[] = [], page: readonly ProfileRow[]): ProfileRow[] {
  const known = new Set(rows.map(({ uuid }) => uuid))
  return [...rows, ...page.filter(({ uuid }) => !known.has(uuid))]
}
