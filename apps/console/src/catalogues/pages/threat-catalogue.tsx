import { createFileRoute } from '@tanstack/react-router'
import { CataloguePage } from '../catalogue-page.tsx'
import { CatalogueSearch } from '../search.ts'

export const Route = createFileRoute('/org/catalogues/threat-catalogue')({
  validateSearch: CatalogueSearch,
  component: ThreatCatalogue,
})

function ThreatCatalogue() {
  const navigate = Route.useNavigate()
  return (
    <CataloguePage
      catalogue="threat"
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
