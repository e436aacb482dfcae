import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { AssetsPage } from '../assets/assets-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/asset-identify')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <AssetsPage {...useAddress()} />
}
