import { createFileRoute } from '@tanstack/react-router'
import { PipelinePage } from '../alert-pipeline/pipeline-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/alert-management/pipeline')({ component: PipelinePage })
