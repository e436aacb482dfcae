import { listProfiles, type ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { useCallback, useEffect, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import type { ProfilesSearch } from './search.ts'

interface ProfilesState {
  /** What was asked for them. */
  readonly question: string
  /** Undefined until they are known. */
  readonly rows: readonly ProfileRow[] | undefined
  readonly total: number | undefined
  /** Where the next page begins; null: there is none. */
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: ProfilesState = { question: '', rows: undefined, total: undefined, next: null, problem: undefined }

/**
 * The profiles that match, the latest first, a page at a time: more come when the end is in view (rule PROFILE-UI-1).
 */
export function useProfiles({ model, bus, state, q }: ProfilesSearch) {
  const [told, setTold] = useState(nothing)
  const [attempt, setAttempt] = useState(0)
  const question = JSON.stringify({ model, bus, state, q })

  useEffect(() => {
    const asking = new AbortController()
    call(listProfiles, JSON.parse(question) as ProfilesSearch, { signal: asking.signal }).then(
      ({ profiles, total, next_cursor: next }) =>
        setTold({ question, rows: profiles, total, next, problem: undefined }),
      (thrown: unknown) => asking.signal.aborted || setTold((before) => ({ ...before, problem: messageOf(thrown) })),
    )
    return () => asking.abort()
  }, [question, attempt])

  const more = () => {
    const { next, question: of } = told
    if (next === null || of !== question) return
    call(listProfiles, { ...(JSON.parse(question) as ProfilesSearch), cursor: next }).then(
      (page) =>
        setTold((before) =>
          before.next === next && before.question === of
            ? { ...before, rows: withPage(before.rows, page.profiles), next: page.next_cursor }
            : before,
        ),
      (thrown: unknown) => setTold((before) => ({ ...before, problem: messageOf(thrown) })),
    )
  }
  const ask = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...told, more, ask }
}

/** A page moves on when somebody adds a profile: what is there already does not come twice. */
function withPage(rows: readonly ProfileRow[] = [], page: readonly ProfileRow[]): ProfileRow[] {
  const known = new Set(rows.map(({ uuid }) => uuid))
  return [...rows, ...page.filter(({ uuid }) => !known.has(uuid))]
}
