import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The paths of all pages, in the router's notation. */
export function useRouted(): ReadonlySet<string> {
  const { routesByPath } = useRouter()
  return useMemo(() => new Set(Object.keys(routesByPath)), [routesByPath])
}
