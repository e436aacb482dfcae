import type { Endpoint } from '@carapace/shared/core/endpoint'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from './call.ts'

export interface Answer<T> {
  /** What was answered last; while the next answer is on its way it stays. */
  readonly data: T | undefined
  readonly problem: string | undefined
  readonly ask: () => void
}

/**
 * Asks an endpoint, and again whenever the question changes. An answer that was overtaken is dropped. Not asked while
 * `isAllowed` is false.
 */
export function useAnswer<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  isAllowed = true,
): Answer<z.output<Out>> {
  const [state, setState] = useState<{ data?: z.output<Out>; problem?: string }>({})
  const [attempt, setAttempt] = useState(0)
  const question = JSON.stringify(input)

  useEffect(() => {
    if (!isAllowed) return
    const asking = new AbortController()
    call(endpoint, JSON.parse(question) as z.input<In>, { signal: asking.signal }).then(
      (data) => setState({ data }),
      (thrown: unknown) => asking.signal.aborted || setState((before) => ({ ...before, problem: messageOf(thrown) })),
    )
    return () => asking.abort()
  }, [endpoint, question, isAllowed, attempt])

  const ask = useCallback(() => setAttempt((before) => before + 1), [])
  return { data: state.data, problem: state.problem, ask }
}
