import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { DiagramPage } from '../diagram/diagram-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/flow-diagram')({
  validateSearch: ArtefactSearch,
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <DiagramPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
