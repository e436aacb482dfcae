import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'

const uuid = z.uuid().optional().catch(undefined)

/** The second path of the page of a program. */
export const Route = createFileRoute('/org/lifecycle/programs/view')({
  validateSearch: z.object({ programId: uuid, uuid }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/org/lifecycle/program', search, replace: true })
  },
})
