import { createFileRoute } from '@tanstack/react-router'
import { TeamPage } from '../team/team-page.tsx'

/** The same page under the settings' own path. */
export const Route = createFileRoute('/org/settings/invite-team-member')({ component: TeamPage })
