import { createFileRoute } from '@tanstack/react-router'
import { PartsPage } from '../parts/parts-page.tsx'
import { ListSearch } from '../search.ts'

export const Route = createFileRoute('/org/component-configuration/parts')({
  validateSearch: ListSearch,
  component: HardwareParts,
})

function HardwareParts() {
  const navigate = Route.useNavigate()
  return <PartsPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
