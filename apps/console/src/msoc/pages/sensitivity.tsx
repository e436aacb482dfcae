import { createFileRoute } from '@tanstack/react-router'
import { SensitivityPage } from '../sensitivity/sensitivity-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/alert-management/sensitivity')({ component: SensitivityPage })
