import { createFileRoute } from '@tanstack/react-router'
import { ReleasesPage } from '../list/releases-page.tsx'
import { ReleasesSearch } from '../search.ts'

export const Route = createFileRoute('/org/sbom')({ validateSearch: ReleasesSearch, component: Releases })

function Releases() {
  const navigate = Route.useNavigate()
  return (
    <ReleasesPage
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
      onOpen={({ uuid }) => void navigate({ to: '/org/sbom/sbom-dashboard', search: { release: uuid } })}
    />
  )
}
