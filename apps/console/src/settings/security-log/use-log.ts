import { type AuditEntry, listAudit } from '@carapace/shared/account/security.contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'

interface Log {
  /** Undefined until the first page is loaded. */
  readonly entries: readonly AuditEntry[] | undefined
  readonly problem: string | undefined
  /** Loads the next page. */
  readonly more: () => void
  readonly again: () => void
}

interface Pages {
  readonly entries: readonly AuditEntry[] | undefined
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: Pages = { entries: undefined, next: null, problem: undefined }

/** The log page by page, the latest first; other words load it again from the start. */
export function useLog(q: string): Log {
  const [pages, setPages] = useState(nothing)
  const [attempt, setAttempt] = useState(0)
  const controller = useRef(new AbortController())

  const fetchPage = useCallback(
    (cursor: string | undefined) => {
      controller.current.abort()
      const mine = (controller.current = new AbortController())
      call(listAudit, { q: q || undefined, cursor }, { signal: mine.signal }).then(
        ({ entries, next_cursor: next }) =>
          setPages((before) => ({
            entries: cursor === undefined ? entries : [...(before.entries ?? []), ...entries],
            next,
            problem: undefined,
          })),
        (thrown: unknown) => mine.signal.aborted || setPages((before) => ({ ...before, problem: messageOf(thrown) })),
      )
    },
    [q],
  )

  useEffect(() => {
    fetchPage(undefined)
    return () => controller.current.abort()
  }, [fetchPage, attempt])

  const { next } = pages
  const more = useCallback(() => {
    if (next === null) return
    setPages((before) => ({ ...before, next: null })) // requested once, however often the end is reached
    fetchPage(next)
  }, [fetchPage, next])
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  return { entries: pages.entries, problem: pages.problem, more, again }
}
