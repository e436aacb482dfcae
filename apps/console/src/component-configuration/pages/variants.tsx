import { createFileRoute } from '@tanstack/react-router'
import { VariantsPage } from '../variants/variants-page.tsx'
import { ListSearch } from '../search.ts'

export const Route = createFileRoute('/org/component-configuration/variants')({
  validateSearch: ListSearch,
  component: Variants,
})

function Variants() {
  const navigate = Route.useNavigate()
  return (
    <VariantsPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
