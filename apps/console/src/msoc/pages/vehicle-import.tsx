import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../vehicles/import-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/asset-register')({ component: ImportPage })
