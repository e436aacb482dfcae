import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { ConceptsPage } from '../concepts/concepts-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/security-concepts')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ConceptsPage {...useAddress()} />
}
