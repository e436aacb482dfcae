import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { ItemPage } from '../item/item-page.tsx'

/** The same item as in Lifecycle, in the menu of Functional Safety. */
export const Route = createFileRoute('/org/functional-safety/item-definition')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <ItemPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
