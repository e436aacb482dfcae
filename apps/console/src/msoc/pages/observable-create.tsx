import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '../observables/create/create-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/observable/create')({ component: Create })

/** New observables from a text or a file. */
function Create() {
  const navigate = Route.useNavigate()
  return <CreatePage onList={() => void navigate({ to: '/org/msoc/dashboard/observable', search: {} })} />
}
