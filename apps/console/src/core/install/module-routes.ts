import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'

/**
 * The pages of a module: which file, below `src`, shows which path. A list and the pages below it are siblings:
 * otherwise a page under a path would be drawn inside that path's own page.
 */
export interface ModuleRoutes {
  /** For everyone, signed in or not. */
  readonly top?: readonly VirtualRouteNode[]
  /** Below `/org`, for signed-in users. */
  readonly org?: readonly VirtualRouteNode[]
}
