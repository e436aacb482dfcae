import { createRootRoute } from '@tanstack/react-router'

/** Nothing is common to the public pages and `/org` but the router itself. */
export const Route = createRootRoute()
