import { createFileRoute } from '@tanstack/react-router'
import { ReleasePage } from '../release/release-page.tsx'
import { ReleaseSearch } from '../search.ts'

export const Route = createFileRoute('/org/sbom/sbom-dashboard')({
  validateSearch: ReleaseSearch,
  component: Dashboard,
})

function Dashboard() {
  const navigate = Route.useNavigate()
  return (
    <ReleasePage
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
      onLeave={() => void navigate({ to: '/org/sbom', search: {} })}
    />
  )
}
