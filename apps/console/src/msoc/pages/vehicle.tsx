import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { VehiclePageSearch } from '../vehicle/search.ts'
import { tabNamed } from '../vehicle/tabs.ts'
import { VehiclePage } from '../vehicle/vehicle-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/projects/vehicle/$tab')({
  validateSearch: VehiclePageSearch,
  component: Vehicle,
})

/** The page of one vehicle: the path holds the tab, the address parameters hold the vehicle and the view. */
function Vehicle() {
  const navigate = Route.useNavigate()
  const { tab } = Route.useParams()
  const go = useCallback((search: VehiclePageSearch, replace = false) => void navigate({ search, replace }), [navigate])
  return <VehiclePage tab={tabNamed(tab)} search={Route.useSearch()} go={go} />
}
