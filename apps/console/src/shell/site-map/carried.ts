import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The parameters that are kept from page to page: the program, and its project. */
export interface Carried {
  readonly programId?: string
  readonly projectId?: string
}

export function carriedIn(search: Readonly<Record<string, unknown>>): Carried {
  const { programId, projectId } = search
  return { ...(typeof programId === 'string' && { programId }), ...(typeof projectId === 'string' && { projectId }) }
}

/** The program and the project in the address. */
export function useCarried(): Carried {
  const { programId, projectId } = carriedIn(useLocation({ select: (location) => location.search }))
  return useMemo(() => carriedIn({ programId, projectId }), [programId, projectId])
}
