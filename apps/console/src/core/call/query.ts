import type { Endpoint } from '@carapace/shared/core/endpoint'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { session } from '../session/session.ts'
import { call, messageOf } from './call.ts'

/**
 * What the console requested from the server and shows at this moment (rules REQUEST-1 to REQUEST-5). An answer that no
 * component uses is dropped at once: no live message keeps it current, and whoever was removed from a program must not
 * see it again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      staleTime: 0,
      // a refused or failed request is shown, with "Try again"
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // offline is a failure like any other, not a reason to wait in silence
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// without a provider nothing else does: from here on it hears when the user comes back to the tab
queryClient.mount()

session.subscribe(({ user }, before) => {
  if (user?.access_token !== before.user?.access_token) queryClient.clear()
})

/**
 * The query of an endpoint with an input: its key is `[path, input]`, and it ends with its last observer (rule
 * REQUEST-1).
 */
export function endpointQuery<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
) {
  return queryOptions<z.output<Out>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

export interface Requested<T> {
  /** The latest answer; undefined until there is one. */
  readonly data: T | undefined
  /** Why the latest request failed, as one message. */
  readonly problem: string | undefined
  /** What the latest request threw. */
  readonly error: Error | undefined
  readonly refetch: () => void
}

interface RequestOptions {
  /** Nothing is requested while this is false. */
  readonly enabled?: boolean
  /** Whether the answer to the previous input is shown until the next one arrives; true unless stated. */
  readonly keepPrevious?: boolean
  /** Whether it is requested again when the user comes back to the browser tab. */
  readonly refetchOnWindowFocus?: boolean
  /** Requested again so often while the tab is visible, ms; false: never. */
  readonly refetchEveryMs?: number | false
}

/**
 * Options for the one thing that a page is about: another one begins with a skeleton, and coming back to the tab reads
 * it again (rule PROGRAM-LIST-3).
 */
export const pageSubject = { keepPrevious: false, refetchOnWindowFocus: true } as const satisfies RequestOptions

/** Requests an endpoint, again for each other input, and shares the answer with every component that does the same. */
export function useEndpoint<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  options: RequestOptions = {},
): Requested<z.output<Out>> {
  const { queryKey } = endpointQuery(endpoint, input)
  return useRequest(queryKey, (signal) => call(endpoint, input, { signal }), options)
}

/** The same for an answer that is made of several calls. `key` begins with a name of its own. */
export function useRequest<T>(
  key: readonly unknown[],
  request: (signal: AbortSignal) => Promise<T>,
  { enabled = true, keepPrevious = true, refetchOnWindowFocus = false, refetchEveryMs = false }: RequestOptions = {},
): Requested<T> {
  const query = useQuery(
    queryOptions<T>({
      queryKey: key,
      queryFn: ({ signal }) => request(signal),
      enabled,
      refetchOnWindowFocus,
      refetchInterval: refetchEveryMs,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
    }),
    queryClient,
  )
  const { refetch: fetchAgain } = query
  const refetch = useCallback(() => {
    if (enabled) void fetchAgain()
  }, [enabled, fetchAgain])
  return {
    data: query.data,
    problem: query.error === null ? undefined : messageOf(query.error),
    error: query.error ?? undefined,
    refetch,
  }
}

/** Puts an answer that came with a write or a live message where everyone who requested it reads it (rule REQUEST-4). */
export function accept<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  answer: z.output<Out>,
): void {
  const { queryKey } = endpointQuery(endpoint, input)
  // a request that is under way may have been answered before the write: its answer would undo this one
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
