import { createFileRoute } from '@tanstack/react-router'
import { CaseSettingsPage } from '../cases/settings/settings-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/settings')({ component: CaseSettingsPage })
