import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { VehicleSearch } from '../vehicles/search.ts'
import { VehicleListPage } from '../vehicles/vehicle-list-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/projects/')({
  validateSearch: VehicleSearch,
  component: Vehicles,
})

/** The list of vehicles; the address holds filters and order. */
function Vehicles() {
  const navigate = Route.useNavigate()
  const go = useCallback((search: VehicleSearch, replace = false) => void navigate({ search, replace }), [navigate])
  return <VehicleListPage search={Route.useSearch()} go={go} />
}
