import { createFileRoute } from '@tanstack/react-router'
import { PasswordPage } from '../password-page.tsx'

export const Route = createFileRoute('/org/lifecycle/reset-password')({ component: PasswordPage })
