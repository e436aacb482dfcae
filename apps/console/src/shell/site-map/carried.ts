import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'

/** What goes along from page to page of a program: which one it is, and which of its projects. */
export interface Carried {
  readonly programId?: string
  readonly projectId?: string
}

export function carriedIn(search: Readonly<Record<string, unknown>>): Carried {
  const { programId, projectId } = search
  return { ...(typeof programId === 'string' && { programId }), ...(typeof projectId === 'string' && { projectId }) }
}

/** The program and the project that the address names. */
export function useCarried(): Carried {
  const { programId, projectId } = carriedIn(useLocation({ select: (location) => location.search }))
  return useMemo(() => carriedIn({ programId, projectId }), [programId, projectId])
}
