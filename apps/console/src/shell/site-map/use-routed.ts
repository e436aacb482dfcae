import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The paths that pages answer to, in the words of the router. */
export function useRouted(): ReadonlySet<string> {
  const { routesByPath } = useRouter()
  return useMemo(() => new Set(Object.keys(routesByPath)), [routesByPath])
}
