import { createFileRoute } from '@tanstack/react-router'
import { CapturesPage } from '../captures/captures-page.tsx'
import { CapturesSearch } from '../captures/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/captures')({
  validateSearch: CapturesSearch,
  component: Captures,
})

function Captures() {
  const navigate = Route.useNavigate()
  return <CapturesPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
