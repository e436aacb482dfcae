import { createFileRoute } from '@tanstack/react-router'
import { UploadPage } from '../zip/upload-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/zip-upload')({ component: UploadPage })
