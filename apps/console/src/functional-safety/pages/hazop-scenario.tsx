import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { FailuresPage } from '../hazop/failures-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hazop-scenario')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <FailuresPage {...useAddress()} />
}
