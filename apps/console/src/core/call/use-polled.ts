import type { Endpoint } from '@carapace/shared/core/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { liveStatus } from '../live/live.ts'
import type { z } from 'zod'
import { call, messageOf } from './call.ts'
import { queryClient, requestQuery } from './query.ts'
import { useStableKey } from './use-stable-key.ts'

/**
 * The latest answer of a polled request, and its state. Known data stays while a newer answer is pending or failed.
 */
export interface Polled<T> {
  readonly data: T | undefined
  /** Why the last attempt failed; undefined once another succeeds. */
  readonly problem: string | undefined
  /** When `data` arrived, epoch ms. */
  readonly at: number | undefined
}

interface PolledState<T> extends Polled<T> {
  /** Whether the first answer is awaited, and no attempt has failed yet. */
  readonly isLoading: boolean
  readonly retry: () => void
}

interface PollOptions {
  readonly everyMs: number
  /** While this is false, no request is sent. */
  readonly enabled?: boolean
}

const firstRetryMs = 2_000

/**
 * The delay after this number of consecutive failures, ms: doubling from two seconds up to the normal interval (rule
 * DASHBOARD-UI-4).
 */
function retryAfter(failures: number, everyMs: number): number {
  return Math.min(everyMs, firstRetryMs * 2 ** (failures - 1))
}

/** The query of a polled request: repeated while the page is visible, and until it succeeds. */
export function polledQuery<T>(
  key: readonly unknown[],
  request: (signal: AbortSignal) => Promise<T>,
  { everyMs, enabled = true }: PollOptions,
) {
  return queryOptions<T>({
    ...requestQuery(key, request),
    enabled,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    retry: true,
    retryDelay: (failures) => retryAfter(failures + 1, everyMs),
    placeholderData: keepPreviousData,
  })
}

/**
 * The latest answer of a request that is repeated: every `everyMs` while the page is visible, at once when it is shown
 * again or the connection is restored, and for each new key (rules DASHBOARD-UI-3, DASHBOARD-UI-4). `request` gets the
 * answer that is known. Every component with the same key shares the answer.
 */
export function usePolled<T>(
  key: readonly unknown[],
  request: (signal: AbortSignal, known: T | undefined) => Promise<T>,
  options: PollOptions,
): PolledState<T> {
  const queryKey = useStableKey(key)
  const shown = useRef<T>(undefined)
  const knownNow = () => queryClient.getQueryData<T>(queryKey) ?? shown.current
  const query = useQuery(
    polledQuery<T>(queryKey, (signal) => request(signal, knownNow()), options),
    queryClient,
  )
  useEffect(() => {
    shown.current = query.data
  }, [query.data])

  const retry = useCallback(() => void requestNow(queryKey), [queryKey])
  useEffect(
    () =>
      liveStatus.subscribe(({ state }, before) => {
        if (state === 'live' && before.state === 'lost') retry()
      }),
    [retry],
  )
  return {
    data: query.data,
    problem: query.failureReason === null ? undefined : messageOf(query.failureReason),
    at: query.dataUpdatedAt || undefined,
    isLoading: query.isLoading && query.failureReason === null,
    retry,
  }
}

/** The same for an endpoint with an input. */
export function usePolledEndpoint<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  options: PollOptions,
): PolledState<z.output<Out>> {
  return usePolled([endpoint.path, input], (signal) => call(endpoint, input, { signal }), options)
}

/** Requests the polled data again at once, whether a request is pending or the next attempt is being waited for. */
export async function requestNow(queryKey: readonly unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  // several components may call this for the same data
  await queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
}
