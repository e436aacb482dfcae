import { createFileRoute } from '@tanstack/react-router'
import { MappingPage } from '../mapping/mapping-page.tsx'
import { MappingSearch } from '../mapping/search.ts'

export const Route = createFileRoute('/org/lifecycle/projects/view/mapping-requirements')({
  validateSearch: MappingSearch,
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return <MappingPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
