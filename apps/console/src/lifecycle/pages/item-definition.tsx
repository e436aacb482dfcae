import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { ItemPage } from '../item/item-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/item-definition')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <ItemPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
