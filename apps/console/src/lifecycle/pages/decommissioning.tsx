import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { DecommissioningPage } from '../production/production-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/decommissioning')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <DecommissioningPage {...useAddress()} />
}
