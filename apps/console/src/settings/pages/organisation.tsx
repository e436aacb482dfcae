import { createFileRoute } from '@tanstack/react-router'
import { OrganisationScreen } from '../organisation/organisation-page.tsx'
import { SettingsSearch } from '../organisation/search.ts'

export const Route = createFileRoute('/org/lifecycle/settings')({
  validateSearch: SettingsSearch,
  component: Organisation,
})

function Organisation() {
  const navigate = Route.useNavigate()
  return <OrganisationScreen search={Route.useSearch()} go={(search) => void navigate({ search, replace: true })} />
}
