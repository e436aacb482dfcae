import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ManagePage } from '../manage/manage-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/lifecycle/projects/view/manage')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  component: Manage,
})

/** The management page of a program or of one of its projects. */
function Manage() {
  const { programId, projectId } = Route.useSearch()
  return <ManagePage programId={programId} projectId={projectId} />
}
