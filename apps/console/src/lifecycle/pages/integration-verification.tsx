import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { IntegrationPage } from '../development/development-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/product-development/integration-verification')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <IntegrationPage {...useAddress()} />
}
