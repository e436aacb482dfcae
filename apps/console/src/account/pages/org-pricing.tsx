import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/lifecycle/pricing')({ component: () => null })
