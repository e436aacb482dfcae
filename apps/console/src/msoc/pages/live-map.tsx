import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { LiveMapSearch } from '../live-map/live-map-search.ts'
import { LiveMapScreen } from '../live-map/screen.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/live-map')({
  validateSearch: LiveMapSearch,
  component: LiveMap,
})

/**
 * The live map page. The address holds what a colleague needs to see the same: the position, the vehicle, the filter.
 */
function LiveMap() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = useCallback(
    (change: (search: LiveMapSearch) => LiveMapSearch) => void navigate({ search: change, replace: true }),
    [navigate],
  )
  return <LiveMapScreen search={search} go={go} />
}
