import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { TestsPage } from '../goals/tests-page.tsx'

export const Route = createFileRoute('/org/functional-safety/test-case-creation')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <TestsPage {...useAddress()} />
}
