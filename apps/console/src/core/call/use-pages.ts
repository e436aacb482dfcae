import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from './call.ts'
import { queryClient } from './query.ts'

interface Pages<P extends Page> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly P['rows'][number][] | undefined
  /** The first page, with the other members of its answer. */
  readonly first: P | undefined
  readonly problem: string | undefined
  /** Whether all pages are loaded. */
  readonly whole: boolean
  readonly more: () => void
  readonly retry: () => void
}

interface Page {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

/**
 * A list that is loaded page by page as the user scrolls. Another `key` is another list; the previous list stays until
 * the first page of the new one is loaded (rule REQUEST-3).
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
