import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { TestPage } from '../goals/test-page.tsx'

export const Route = createFileRoute('/org/functional-safety/test-case-creation-edit')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <TestPage {...useAddress()} />
}
