import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'

/**
 * The pages of a module: which file, below `src`, shows which path. A list and the pages below it are siblings: a page
 * under a path would else be drawn inside that path's own page.
 */
export interface ModuleRoutes {
  /** For everyone, signed in or not. */
  readonly top?: readonly VirtualRouteNode[]
  /** Below `/org`, for whoever is signed in. */
  readonly org?: readonly VirtualRouteNode[]
}
