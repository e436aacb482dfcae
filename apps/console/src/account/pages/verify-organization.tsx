import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/verify-organization/$organizationUuid')({ component: () => null })
