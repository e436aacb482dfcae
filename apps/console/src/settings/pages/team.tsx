import { createFileRoute } from '@tanstack/react-router'
import { TeamPage } from '../team/team-page.tsx'

export const Route = createFileRoute('/org/lifecycle/invite-team-member')({ component: TeamPage })
