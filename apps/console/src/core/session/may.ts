import type { Endpoint } from '@carapace/shared/core/endpoint'
import { may, rolesWith } from '@carapace/shared/permissions'
import { sentenceCase } from '../format/format.ts'
import { useSession } from './session.ts'

const plural = { ADMIN: 'administrators', ANALYST: 'analysts', ENGINEER: 'engineers', VIEWER: 'viewers' } as const

/**
 * Why this user may not call an endpoint, as a sentence; undefined when their role may. The server refuses as well;
 * this shows the reason before the call.
 */
export function useRefusal({ needs }: Pick<Endpoint, 'needs'>): string | undefined {
  const role = useSession()?.role
  if (needs === undefined || (role !== undefined && may(role, needs))) return undefined
  const who = rolesWith(needs)
    .map((each) => plural[each])
    .join(' and ')
  return `Your role can look. ${sentenceCase(who)} can change this.`
}
