import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../../core/call/call.ts'
import { queryClient } from '../../core/call/query.ts'
import { type Polled, polledQuery, requestNow } from '../../core/call/use-polled.ts'
import { everyMs } from '../../core/landing/every.ts'
import { type WorkItem, type WorkSource, workOf } from '../../core/landing/work.ts'

type Found = Polled<readonly WorkItem[]> & { readonly retry: () => void }

/** A kind of work with its answer; undefined until there is one. */
export interface Work {
  readonly source: WorkSource
  readonly found: Found | undefined
}

/** The user's pending work by kind, each kind as far as it is loaded. */
export function useWork(user: SessionUser): readonly Work[] {
  const sources = workOf(user)
  const results = useQueries(
    {
      queries: sources.map((source) =>
        polledQuery<readonly WorkItem[]>(keyOf(source), (signal) => source.find(user, signal), { everyMs }),
      ),
    },
    queryClient,
  )
  return sources.map((source, index) => ({ source, found: foundOf(source, results[index]!) }))
}

function keyOf({ name }: WorkSource): readonly string[] {
  return ['landing work', name]
}

function foundOf(
  source: WorkSource,
  { data, failureReason, dataUpdatedAt }: UseQueryResult<readonly WorkItem[]>,
): Found | undefined {
  if (data === undefined && failureReason === null) return undefined
  return {
    data,
    problem: failureReason === null ? undefined : messageOf(failureReason),
    at: dataUpdatedAt || undefined,
    retry: () => void requestNow(keyOf(source)),
  }
}
