import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { SpecificationsPage } from '../development/development-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/product-development/design-specification')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <SpecificationsPage {...useAddress()} />
}
