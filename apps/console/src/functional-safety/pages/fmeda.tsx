import { createFileRoute } from '@tanstack/react-router'
import { FmedaPage } from '../fmeda/fmeda-page.tsx'
import { FmedaSearch } from '../fmeda/search.ts'

export const Route = createFileRoute('/org/functional-safety/fmeda')({ validateSearch: FmedaSearch, component: Page })

function Page() {
  const navigate = Route.useNavigate()
  return <FmedaPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
