import { createFileRoute } from '@tanstack/react-router'
import { ShiftsSearch } from '../shifts/search.ts'
import { ShiftsPage } from '../shifts/shifts-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/shifts')({ validateSearch: ShiftsSearch, component: Shifts })

function Shifts() {
  const navigate = Route.useNavigate()
  return <ShiftsPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
