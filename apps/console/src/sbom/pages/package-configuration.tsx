import { createFileRoute } from '@tanstack/react-router'
import { ComponentPage } from '../component/component-page.tsx'
import { ComponentSearch } from '../search.ts'

export const Route = createFileRoute('/org/sbom/package-configuration')({
  validateSearch: ComponentSearch,
  component: Packages,
})

function Packages() {
  const navigate = Route.useNavigate()
  return (
    <ComponentPage
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
      onOpenRelease={(release, open) =>
        void navigate({ to: '/org/sbom/sbom-dashboard', search: { release, tab: 'table', open } })
      }
    />
  )
}
