import type { Endpoint } from '@carapace/shared/core/endpoint'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { session } from '../session/session.ts'
import { call, messageOf } from './call.ts'
import { remember, withChanges } from './changes.ts'

/**
 * The server's answers that the console shows now (rules REQUEST-1 to REQUEST-5). An answer that no component uses is
 * dropped at once: no live message keeps it current, and a user who was removed from a program must not see it again.
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

// nothing else mounts it, since there is no provider; a mounted client notices when the user returns to the tab
queryClient.mount()

session.subscribe(({ user }, before) => {
  if (user?.access_token !== before.user?.access_token) queryClient.clear()
})

/**
 * The query of an endpoint with an input. Its key is `[path, input]`, and it is removed with its last observer (rule
 * REQUEST-1).
 */
export function endpointQuery<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
) {
  return requestQuery([endpoint.path, input], (signal) => call(endpoint, input, { signal }))
}

/** The same for an answer that is made of several calls. `key` starts with a name that no other request uses. */
export function requestQuery<T>(key: readonly unknown[], request: (signal: AbortSignal) => Promise<T>) {
  return queryOptions<T>({ queryKey: key, queryFn: ({ signal }) => withChanges(key, request(signal)) })
}

export interface Requested<T> {
  /** The latest answer; undefined until there is one. */
  readonly data: T | undefined
  /** Why the latest request failed, as one message. */
  readonly problem: string | undefined
  /** The error of the latest request. */
  readonly error: Error | undefined
  readonly refetch: () => void
}

interface RequestOptions<T = never> {
  /** While this is false, no request is sent. */
  readonly enabled?: boolean
  /** Whether to show the answer to the previous input until the next one arrives; true by default. */
  readonly keepPrevious?: boolean
  /** Whether to request it again when the user comes back to the browser tab. */
  readonly refetchOnWindowFocus?: boolean
  /** The interval of repeated requests while the tab is visible, ms; false: none. It may depend on the answer. */
  readonly refetchEveryMs?: number | false | ((answer: T | undefined) => number | false)
  /** How long an answer is not requested again by another component, ms. */
  readonly staleTime?: number
  /** How long an answer is kept that no component uses, ms. */
  readonly gcTime?: number
}

/** Options for an answer that stays valid until the page is loaded again. */
export const wholeVisit = { staleTime: Infinity, gcTime: Infinity } as const satisfies RequestOptions

/**
 * Options for the main object of a page: another object starts with a skeleton, and coming back to the tab requests it
 * again (rule PROGRAM-LIST-3).
 */
export const pageSubject = { keepPrevious: false, refetchOnWindowFocus: true } as const satisfies RequestOptions

/** Requests an endpoint, again for each new input. Every component with the same request shares the answer. */
export function useEndpoint<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  options: RequestOptions<z.output<Out>> = {},
): Requested<z.output<Out>> {
  return useRequested(endpointQuery(endpoint, input), options)
}

/** The same for an answer that is made of several calls. `key` starts with a name that no other request uses. */
export function useRequest<T>(
  key: readonly unknown[],
  request: (signal: AbortSignal) => Promise<T>,
  options: RequestOptions<T> = {},
): Requested<T> {
  return useRequested(requestQuery(key, request), options)
}

function useRequested<T>(
  request: ReturnType<typeof requestQuery<T>>,
  {
    enabled = true,
    keepPrevious = true,
    refetchOnWindowFocus = false,
    refetchEveryMs = false,
    staleTime = 0,
    gcTime = 0,
  }: RequestOptions<T>,
): Requested<T> {
  const query = useQuery(
    queryOptions<T>({
      ...request,
      enabled,
      refetchOnWindowFocus,
      staleTime,
      gcTime,
      refetchInterval:
        typeof refetchEveryMs === 'function' ? ({ state }) => refetchEveryMs(state.data) : refetchEveryMs,
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

/** Gives the answer of a write or a live message to every component that requested it (rule REQUEST-4). */
export function accept<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  answer: z.output<Out>,
): void {
  const { queryKey } = endpointQuery(endpoint, input)
  // the server may have answered a pending request before the write: that answer would undo this one
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}

/**
 * Changes a known answer for all components that show it. A pending request does not undo it: the change is made to its
 * answer, too (rule REQUEST-4).
 */
export function patch<T>({ queryKey }: { readonly queryKey: readonly unknown[] }, change: (answer: T) => T): void {
  remember(queryKey, change)
  queryClient.setQueryData<T>(queryKey, (known) => (known === undefined ? undefined : change(known)))
}
