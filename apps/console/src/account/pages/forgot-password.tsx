import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/send-forgot-password-link')({ component: () => null })
