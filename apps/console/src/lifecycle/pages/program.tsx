import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ProgramPage } from '../program/program-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/lifecycle/program')({
  validateSearch: z.object({ programId: uuid, uuid }),
  component: OneProgram,
})

/** One program, by either parameter name that its address may have (rule PROGRAM-PAGE-1). */
function OneProgram() {
  const search = Route.useSearch()
  return <ProgramPage uuid={search.programId ?? search.uuid} />
}
