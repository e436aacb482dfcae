import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ProfilesPage } from '../can-profiles/profiles-page.tsx'
import { ReviewPage } from '../can-profiles/review-page.tsx'
import { ProfilesSearch } from '../can-profiles/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/profiles')({
  validateSearch: ProfilesSearch,
  component: CanProfiles,
})

/** The page of the CAN profiles of vehicle models: the list, or the profile that the address names. */
function CanProfiles() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const go = useCallback(
    (next: ProfilesSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  )
  return search.profile === undefined ? (
    <ProfilesPage search={search} go={go} />
  ) : (
    <ReviewPage key={search.profile} uuid={search.profile} search={search} go={go} />
  )
}
