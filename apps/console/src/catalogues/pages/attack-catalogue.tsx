import { createFileRoute } from '@tanstack/react-router'
import { CataloguePage } from '../catalogue-page.tsx'
import { CatalogueSearch } from '../search.ts'

export const Route = createFileRoute('/org/catalogues/attack-catalogue')({
  validateSearch: CatalogueSearch,
  component: AttackCatalogue,
})

function AttackCatalogue() {
  const navigate = Route.useNavigate()
  return (
    <CataloguePage
      catalogue="attack"
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
