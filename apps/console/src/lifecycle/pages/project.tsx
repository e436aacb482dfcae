import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ProjectPage } from '../project/project-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

/** One project; an address without one leads to the list of projects. */
export const Route = createFileRoute('/org/lifecycle/projects/view/')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  beforeLoad: ({ search: { programId, projectId } }) => {
    if (projectId === undefined) throw redirect({ to: '/org/lifecycle/projects', search: { programId }, replace: true })
  },
  component: OneProject,
})

function OneProject() {
  const { projectId } = Route.useSearch()
  return projectId !== undefined && <ProjectPage key={projectId} uuid={projectId} />
}
