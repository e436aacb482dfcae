import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from './call.ts'
import { patch, queryClient, useRequest } from './query.ts'
import { useStableKey } from './use-stable-key.ts'

interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** The start of the next page; null if there is none. */
  readonly next: string | null
  /** The number of all rows, if the answer states it. */
  readonly total?: number
}

interface GrowingListOptions<Row> {
  readonly request: (cursor: string | undefined, signal?: AbortSignal) => Promise<ListPage<Row>>
  readonly idOf: (row: Row) => string
  /**
   * The known rows after the first page was requested again; `hasMore`: whether there are rows below that page. By
   * default the first page replaces them.
   */
  readonly withTop?: (rows: readonly Row[], top: readonly Row[], hasMore: boolean) => readonly Row[]
  readonly refetchEveryMs?: (rows: readonly Row[] | undefined) => number
}

interface GrowingList<Row> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly Row[] | undefined
  readonly total: number | undefined
  readonly problem: string | undefined
  /** Whether there are rows that are not loaded. */
  readonly hasMore: boolean
  readonly more: () => void
  /** Requests the first page again. */
  readonly refetch: () => void
  /** Changes the loaded rows, after a write or a live message. */
  readonly change: (change: (rows: readonly Row[]) => readonly Row[]) => void
}

/**
 * A list whose first page is requested again when something changed, while the pages that were loaded below it stay.
 * `key` starts with a name that no other request uses; another key is another list, which begins with a skeleton.
 */
export function useGrowingList<Row>(
  key: readonly unknown[],
  { request, idOf, withTop, refetchEveryMs }: GrowingListOptions<Row>,
): GrowingList<Row> {
  const queryKey = useStableKey([...key, 'growing'])
  const { data, problem, refetch } = useRequest<ListPage<Row>>(
    queryKey,
    async (signal) => {
      const top = await request(undefined, signal)
      return refreshed(queryClient.getQueryData<ListPage<Row>>(queryKey), top, withTop)
    },
    { keepPrevious: false, ...(refetchEveryMs && { refetchEveryMs: (known) => refetchEveryMs(known?.rows) }) },
  )
  const page = useMutation(
    {
      mutationFn: (cursor: string) => request(cursor),
      onSuccess: (next, cursor) => patch<ListPage<Row>>({ queryKey }, (known) => extended(known, cursor, next, idOf)),
    },
    queryClient,
  )
  const next = data?.next ?? null
  const failed = page.error !== null && page.variables === next ? messageOf(page.error) : undefined
  return {
    rows: data?.rows,
    total: data?.total,
    problem: problem ?? failed,
    hasMore: next !== null,
    more() {
      if (next !== null && !page.isPending) page.mutate(next)
    },
    refetch,
    change: useCallback(
      (change) => patch<ListPage<Row>>({ queryKey }, (known) => ({ ...known, rows: change(known.rows) })),
      [queryKey],
    ),
  }
}

/** A list after its first page was requested again. */
export function refreshed<Row>(
  known: ListPage<Row> | undefined,
  top: ListPage<Row>,
  withTop: GrowingListOptions<Row>['withTop'] = (_, rows) => rows,
): ListPage<Row> {
  if (known === undefined) return top
  const rows = withTop(known.rows, top.rows, top.next !== null)
  return { ...top, rows, next: rows.length > top.rows.length ? known.next : top.next }
}

/** A list with the page that begins at `cursor`, unless the list ends elsewhere by now. */
export function extended<Row>(
  known: ListPage<Row>,
  cursor: string,
  page: ListPage<Row>,
  idOf: (row: Row) => string,
): ListPage<Row> {
  if (known.next !== cursor) return known
  const there = new Set(known.rows.map(idOf))
  return { ...known, rows: [...known.rows, ...page.rows.filter((row) => !there.has(idOf(row)))], next: page.next }
}
