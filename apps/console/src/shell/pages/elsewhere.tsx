import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../notices/not-found.tsx'

/** Any path of `/org` without a page; the layout handles screens that are not built yet before this is shown. */
export const Route = createFileRoute('/org/$')({ component: NotFound })
