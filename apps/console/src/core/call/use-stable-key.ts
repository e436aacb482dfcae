import { hashKey } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The key of a query as the same object for as long as it is equal, so that it can be a dependency. */
export function useStableKey(key: readonly unknown[]): readonly unknown[] {
  const hash = hashKey(key)
  return useMemo(() => JSON.parse(hash) as readonly unknown[], [hash])
}
