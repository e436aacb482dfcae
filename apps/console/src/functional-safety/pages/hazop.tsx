import { createFileRoute } from '@tanstack/react-router'
import { HazopPage } from '../hazop/hazop-page.tsx'
import { HazopSearch } from '../hazop/search.ts'

export const Route = createFileRoute('/org/functional-safety/hazop')({ validateSearch: HazopSearch, component: Page })

function Page() {
  const navigate = Route.useNavigate()
  return <HazopPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
