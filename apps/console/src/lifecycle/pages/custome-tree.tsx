import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { CustomTreePage } from '../attack-tree/tree-lists.tsx'

export const Route = createFileRoute('/org/lifecycle/custome-tree')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return (
    <CustomTreePage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
