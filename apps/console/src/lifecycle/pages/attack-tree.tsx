import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { TreePage } from '../attack-tree/tree-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/attack-tree')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <TreePage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
