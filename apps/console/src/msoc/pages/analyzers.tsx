import { createFileRoute } from '@tanstack/react-router'
import { AnalyzersPage } from '../analyzers-home/analyzers-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/')({ component: AnalyzersPage })
