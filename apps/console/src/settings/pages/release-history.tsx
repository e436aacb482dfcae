import { createFileRoute } from '@tanstack/react-router'
import { ReleaseHistoryPage } from '../release-history-page.tsx'

export const Route = createFileRoute('/org/lifecycle/release-history')({ component: ReleaseHistoryPage })
