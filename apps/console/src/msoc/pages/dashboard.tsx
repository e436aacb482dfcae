import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/')({
  validateSearch: z.object({ ...TimeSearch }),
  component: DashboardScreen,
})
