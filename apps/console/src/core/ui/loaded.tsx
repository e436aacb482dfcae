import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

interface LoadedProps<T> {
  readonly what: string
  readonly data: T | undefined
  readonly problem: string | undefined
  readonly onRetry: () => void
  readonly skeleton: ReactNode
  readonly children: (data: T) => ReactNode
}

/** The requested data, a skeleton until it arrives, or the error. Known data stays if a newer request fails. */
export function Loaded<T>({ what, data, problem, onRetry, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (problem === undefined) return skeleton
  return (
    <ErrorState title={`${what} did not load`} onRetry={onRetry}>
      {problem}
    </ErrorState>
  )
}
