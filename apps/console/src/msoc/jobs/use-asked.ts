import type { Endpoint } from '@carapace/shared/core/endpoint'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messagesOf } from '../../core/call.ts'

interface Asked<T> {
  readonly data: T | undefined
  readonly problem: string | undefined
}

/** What a call without parameters answers; `again` asks anew and keeps what is shown meanwhile. Not asked while `isAllowed` is false. */
export function useAsked<Out extends z.ZodType>(endpoint: Endpoint<z.ZodObject, Out>, isAllowed = true) {
  const [state, setState] = useState<Asked<z.output<Out>>>({ data: undefined, problem: undefined })
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isAllowed) return
    const asking = new AbortController()
    call(endpoint, {}, { signal: asking.signal }).then(
      (data) => setState({ data, problem: undefined }),
      (problem: unknown) => asking.signal.aborted || setState((before) => ({ ...before, problem: messagesOf(problem).join(' ') })),
    )
    return () => asking.abort()
  }, [endpoint, isAllowed, count])
  const again = useCallback(() => setCount((before) => before + 1), [])
  return { ...state, again }
}
