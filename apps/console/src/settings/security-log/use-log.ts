import { type AuditEntry, listAudit } from '@carapace/shared/account/security.contract'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'

interface Log {
  /** Undefined until the first page is loaded. */
  readonly entries: readonly AuditEntry[] | undefined
  readonly problem: string | undefined
  /** Loads the next page. */
  readonly more: () => void
  readonly again: () => void
}

/** The log page by page, the latest first; other words load it again from the start. */
export function useLog(q: string): Log {
  const query = q === '' ? {} : { q }
  const { rows, problem, more, retry } = usePages([listAudit.path, query], async (cursor, signal) => {
    const { entries, next_cursor: next } = await call(listAudit, { ...query, cursor }, { signal })
    return { rows: entries, next }
  })
  return { entries: rows, problem, more, again: retry }
}
