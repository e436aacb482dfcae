import { createFileRoute } from '@tanstack/react-router'
import { TwoFactorPage } from '../two-factor/two-factor-page.tsx'

export const Route = createFileRoute('/org/lifecycle/enable-2fa-code')({ component: TwoFactorPage })
