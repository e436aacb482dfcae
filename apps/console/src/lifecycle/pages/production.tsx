import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ProductionPage } from '../production/production-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/production')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ProductionPage {...useAddress()} />
}
