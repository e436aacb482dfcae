import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { ProductionPage } from '../production/production-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/production')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ProductionPage {...useAddress()} />
}
