import { useCallback, useEffect, useState } from 'react'

interface Told<T> {
  /** Undefined until it is known. */
  readonly data: T | undefined
  /** What was thrown instead of the latest answer. */
  readonly problem: unknown
}

const nothing = { data: undefined, problem: undefined }

/**
 * What a question is answered with: asked at once, whenever it is another question (keep `ask` stable), on `again`, and
 * when the page is looked at again (rule PL3). What is known stays while a newer answer is on its way, or failed to
 * come. `accept` takes an answer that came with a write.
 */
export function useTold<T>(ask: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Told<T>>(nothing)
  const [count, setCount] = useState(0)
  const again = useCallback(() => setCount((before) => before + 1), [])

  useEffect(() => setState(nothing), [ask])
  useEffect(() => {
    const asking = new AbortController()
    ask(asking.signal).then(
      (data) => asking.signal.aborted || setState({ data, problem: undefined }),
      (problem: unknown) => asking.signal.aborted || setState((before) => ({ ...before, problem })),
    )
    return () => asking.abort()
  }, [ask, count])
  useEffect(() => {
    const look = () => document.hidden || again()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [again])

  const accept = useCallback((data: T) => setState({ data, problem: undefined }), [])
  return { ...state, again, accept }
}
