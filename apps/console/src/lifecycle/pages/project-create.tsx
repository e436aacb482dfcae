import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CreatePage } from '../projects/create-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/create')({
  validateSearch: z.object({ programId: z.uuid().optional().catch(undefined) }),
  component: Create,
})

/** Creates a project; the program is in the address. */
function Create() {
  const navigate = Route.useNavigate()
  return (
    <CreatePage
      programId={Route.useSearch().programId}
      choose={(programId) => void navigate({ search: { programId } })}
    />
  )
}
