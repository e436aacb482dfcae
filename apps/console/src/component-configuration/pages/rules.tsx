import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../rules/rules-page.tsx'
import { ListSearch } from '../search.ts'

export const Route = createFileRoute('/org/component-configuration/rules')({
  validateSearch: ListSearch,
  component: Rules,
})

function Rules() {
  const navigate = Route.useNavigate()
  return <RulesPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
