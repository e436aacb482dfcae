import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ThreatsPage } from '../threat-analysis/threats-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/threat-analysis')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ThreatsPage {...useAddress()} />
}
