import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/settings/invite-team-member')({ component: () => null })
