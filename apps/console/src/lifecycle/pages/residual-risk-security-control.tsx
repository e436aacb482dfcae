import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ControlsPage } from '../residual-risk/residual-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/residual-risk-security-control')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ControlsPage {...useAddress()} />
}
