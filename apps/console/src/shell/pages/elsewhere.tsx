import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../notices/not-found.tsx'

/** Whatever no page of `/org` answers to; what is only not built yet, the layout says before it comes here. */
export const Route = createFileRoute('/org/$')({ component: NotFound })
