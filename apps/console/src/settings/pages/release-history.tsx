import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/lifecycle/release-history')({ component: () => null })
