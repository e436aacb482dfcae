import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ResidualPage } from '../residual-risk/residual-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/residual-risk')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ResidualPage {...useAddress()} />
}
