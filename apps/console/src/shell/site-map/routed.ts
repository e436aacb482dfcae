import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'

/** The paths of all pages, in the router's notation: `/org/jobs/$tab`. A node that only groups others is no page. */
export function routedPaths(nodes: readonly VirtualRouteNode[] | undefined, above = ''): string[] {
  return (nodes ?? []).flatMap((node) => {
    if (node.type === 'index') return [above || '/']
    if (node.type !== 'route') return []
    const path = `${above}${node.path}`
    return [...(node.file === undefined || node.children ? [] : [path]), ...routedPaths(node.children, path)]
  })
}
