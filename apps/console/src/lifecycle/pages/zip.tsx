import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ZipPage } from '../zip/zip-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/lifecycle/projects/zip')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  component: Zip,
})

/** Programs as archives; the program is in the address. */
function Zip() {
  const navigate = Route.useNavigate()
  const { programId, projectId } = Route.useSearch()
  return <ZipPage programId={programId} projectId={projectId} go={(search) => void navigate({ search })} />
}
