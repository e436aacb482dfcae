import { createFileRoute } from '@tanstack/react-router'
import { CataloguePage } from '../catalogue-page.tsx'
import { CatalogueSearch } from '../search.ts'

export const Route = createFileRoute('/org/catalogues/damage-catalogue')({
  validateSearch: CatalogueSearch,
  component: DamageCatalogue,
})

function DamageCatalogue() {
  const navigate = Route.useNavigate()
  return (
    <CataloguePage
      catalogue="damage"
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
