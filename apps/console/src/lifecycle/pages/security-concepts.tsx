import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ConceptsPage } from '../concepts/concepts-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/security-concepts')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ConceptsPage {...useAddress()} />
}
