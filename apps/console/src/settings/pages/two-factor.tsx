import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/lifecycle/enable-2fa-code')({ component: () => null })
