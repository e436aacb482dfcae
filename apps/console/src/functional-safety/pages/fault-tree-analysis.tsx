import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { FaultTreePage } from '../fault-tree/tree-page.tsx'

export const Route = createFileRoute('/org/functional-safety/fault-tree-analysis')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return (
    <FaultTreePage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
