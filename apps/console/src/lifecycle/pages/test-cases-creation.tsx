import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { TestCasesPage } from '../development/development-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/product-development/test-cases-creation')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <TestCasesPage {...useAddress()} />
}
