import { listProfiles } from '@carapace/shared/msoc/can/profiles.contract'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'
import type { ProfilesSearch } from './search.ts'

/** The profiles that match, latest first, in pages: more are loaded when the end is visible (rule PROFILE-UI-1). */
export function useProfiles({ model, bus, state, q }: ProfilesSearch) {
  const query = { model, bus, state, q }
  const { first, ...pages } = usePages([listProfiles.path, query], async (cursor, signal) => {
    const { profiles, total, next_cursor: next } = await call(listProfiles, { ...query, cursor }, { signal })
    return { rows: profiles, total, next }
  })
  return { ...pages, total: first?.total, refetch: pages.retry }
}
