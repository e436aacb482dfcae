import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from './call.ts'
import { queryClient } from './query.ts'

interface Pages<P extends Page> {
  /** Undefined until the first page is there. */
  readonly rows: readonly P['rows'][number][] | undefined
  /** The first page, with what else its answer holds. */
  readonly first: P | undefined
  readonly problem: string | undefined
  /** Whether all pages are there. */
  readonly whole: boolean
  readonly more: () => void
  readonly retry: () => void
}

interface Page {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

/**
 * A list that comes in pages as one scrolls. Another `key` is another list; until its first page is there, the one
 * before stays (rule REQUEST-3).
 */
export function usePages<P extends Page>(
  key: readonly unknown[],
  request: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
): Pages<P> {
  const query = useInfiniteQuery(
    {
      queryKey: [...key, 'pages'],
      queryFn: ({ pageParam, signal }) => request(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }: P) => next,
      placeholderData: keepPreviousData,
      select: joined<P>,
    },
    queryClient,
  )
  const { data, error, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage, refetch } =
    query
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  )
  return {
    rows: data?.rows,
    first: data?.first,
    problem: error === null ? undefined : messageOf(error),
    whole: data !== undefined && !isPlaceholderData && !hasNextPage,
    more,
    retry,
  }
}

function joined<P extends Page>({ pages }: { readonly pages: readonly P[] }) {
  return { first: pages[0], rows: pages.flatMap(({ rows }) => rows as P['rows'][number][]) }
}
