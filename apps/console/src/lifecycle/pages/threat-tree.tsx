import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { ThreatTreePage } from '../attack-tree/tree-lists.tsx'

export const Route = createFileRoute('/org/lifecycle/threat-tree')({ validateSearch: ArtefactSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return (
    <ThreatTreePage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
  )
}
