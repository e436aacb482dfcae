import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { FunctionsPage } from '../hazop/functions-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hazop-function-configure')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <FunctionsPage {...useAddress()} />
}
