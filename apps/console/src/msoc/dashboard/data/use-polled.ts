import { useCallback, useEffect, useRef, useState } from 'react'
import { type Polled, startPolling } from './polling.ts'

export type { Polled } from './polling.ts'

const nothingYet = { data: undefined, problem: undefined, at: undefined }

/**
 * The latest response of a request, renewed every `everyMs` and whenever `request` is another function: keep it stable
 * (rules DASHBOARD-UI-3, DASHBOARD-UI-4).
 */
export function usePolled<T>(
  request: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
): Polled<T> & { readonly retry: () => void } {
  const [state, setState] = useState<Polled<T>>(nothingYet)
  const again = useRef<() => void>(undefined)

  useEffect(() => {
    const polling = startPolling({
      request,
      everyMs,
      onAnswer: (data) => setState({ data, problem: undefined, at: Date.now() }),
      failed: (problem) => setState((before) => ({ ...before, problem })),
    })
    again.current = polling.now
    return polling.stop
  }, [request, everyMs])

  const retry = useCallback(() => {
    setState((before) => ({ ...before, problem: undefined }))
    again.current?.()
  }, [])
  return { ...state, retry }
}
