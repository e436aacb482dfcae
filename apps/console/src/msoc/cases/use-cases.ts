import { type Case, casesChannel, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { useEffect, useState } from 'react'
import { debounceTime, filter, Subject, startWith, switchMap, tap } from 'rxjs'
import { call, messageOf } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'
import { patched, withTop } from './list.ts'
import type { CasesQuery } from './search.ts'

const perPage = 100
/** Several changes in a row are read once after this delay, ms. */
const settleMs = 300

interface CasesState {
  /** Undefined until they are loaded. */
  readonly rows: readonly Case[] | undefined
  readonly total: number | undefined
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: CasesState = { rows: undefined, total: undefined, next: null, problem: undefined }

/**
 * The cases that pass a filter, kept up to date: a change shows in place at once, and the list is read again soon after
 * (rule CASE-UI-3).
 */
export function useCases(query: CasesQuery) {
  const key = JSON.stringify(query)
  const [state, setState] = useState(nothing)
  const [again] = useState(() => new Subject<void>())

  useEffect(() => {
    setState(nothing)
    const parsedQuery = JSON.parse(key) as CasesQuery
    const changed = live(casesChannel, {}).pipe(
      filter(({ op }) => op !== 'error'),
      tap((message) => {
        if (message.op === 'changes')
          setState((before) =>
            before.rows === undefined
              ? before
              : {
                  ...before,
                  rows: patched(
                    before.rows,
                    message.data.map(({ case: row }) => row),
                  ),
                },
          )
      }),
      debounceTime(settleMs),
      startWith(undefined),
    )
    const reading = again
      .pipe(
        startWith(undefined),
        switchMap(() => changed),
        switchMap(() => readTop(parsedQuery)),
      )
      .subscribe((result) => setState((before) => after(before, result)))
    return () => reading.unsubscribe()
  }, [key, again])

  const more = () => {
    if (state.next === null) return
    call(listCases, { ...query, limit: perPage, cursor: state.next }).then(
      ({ cases, next_cursor }) =>
        setState((before) =>
          before.next === state.next
            ? { ...before, rows: [...(before.rows ?? []), ...cases], next: next_cursor }
            : before,
        ),
      (problem: unknown) => setState((before) => ({ ...before, problem: messageOf(problem) })),
    )
  }
  return { ...state, more, again: () => again.next() }
}

type TopResult = Awaited<ReturnType<typeof readTop>>

async function readTop(query: CasesQuery) {
  try {
    return { page: await call(listCases, { ...query, limit: perPage }), problem: undefined }
  } catch (problem) {
    return { page: undefined, problem: messageOf(problem) }
  }
}

/** The state after a reading: the known rows stay visible while the server does not respond. */
function after(before: CasesState, { page, problem }: TopResult): CasesState {
  if (page === undefined) return { ...before, problem }
  const rows = withTop(before.rows ?? [], page.cases, page.next_cursor !== null)
  return {
    rows,
    total: page.total,
    next: rows.length > page.cases.length ? before.next : page.next_cursor,
    problem: undefined,
  }
}
