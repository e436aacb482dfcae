import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ConceptsPage } from '../goals/concepts-page.tsx'

export const Route = createFileRoute('/org/functional-safety/functional-safety-concepts')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ConceptsPage {...useAddress()} />
}
