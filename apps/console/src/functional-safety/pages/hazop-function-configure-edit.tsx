import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { FunctionPage } from '../hazop/function-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hazop-function-configure-edit')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <FunctionPage {...useAddress()} />
}
