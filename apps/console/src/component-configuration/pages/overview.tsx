import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../overview/overview-page.tsx'
import { ListSearch } from '../search.ts'

export const Route = createFileRoute('/org/component-configuration')({
  validateSearch: ListSearch,
  component: Overview,
})

function Overview() {
  const navigate = Route.useNavigate()
  return (
    <OverviewPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
