import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { DecommissioningPage } from '../production/production-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/decommissioning')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <DecommissioningPage {...useAddress()} />
}
