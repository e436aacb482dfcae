import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ValidationPage } from '../development/development-pages.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/product-development/cybersecurity-validation')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ValidationPage {...useAddress()} />
}
