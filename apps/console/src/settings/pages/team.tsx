import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/lifecycle/invite-team-member')({ component: () => null })
