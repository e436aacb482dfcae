import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { HazardsPage } from '../hazop/hazards-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hazard-summary')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <HazardsPage {...useAddress()} />
}
