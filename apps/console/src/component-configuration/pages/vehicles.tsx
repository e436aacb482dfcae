import { createFileRoute } from '@tanstack/react-router'
import { VehiclesPage } from '../vehicles/vehicles-page.tsx'
import { VehiclesSearch } from '../search.ts'

export const Route = createFileRoute('/org/component-configuration/vehicles')({
  validateSearch: VehiclesSearch,
  component: Vehicles,
})

function Vehicles() {
  const navigate = Route.useNavigate()
  return (
    <VehiclesPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
