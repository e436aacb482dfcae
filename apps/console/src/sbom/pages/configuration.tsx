import { createFileRoute } from '@tanstack/react-router'
import { ConfigurationPage } from '../configuration/configuration-page.tsx'
import { ConfigurationSearch } from '../search.ts'

export const Route = createFileRoute('/org/sbom/configuration')({
  validateSearch: ConfigurationSearch,
  component: Configuration,
})

function Configuration() {
  const navigate = Route.useNavigate()
  return <ConfigurationPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
