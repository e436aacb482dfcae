import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { SpecificationsPage } from '../development/development-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/product-development/design-specification')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <SpecificationsPage {...useAddress()} />
}
