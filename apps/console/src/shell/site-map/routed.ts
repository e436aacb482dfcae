import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'

/** The paths that pages answer to, in the words of the router: `/org/jobs/$tab`. What merely groups others is none. */
export function routedPaths(nodes: readonly VirtualRouteNode[] | undefined, above = ''): string[] {
  return (nodes ?? []).flatMap((node) => {
    if (node.type === 'index') return [above || '/']
    if (node.type !== 'route') return []
    const path = `${above}${node.path}`
    return [...(node.file === undefined || node.children ? [] : [path]), ...routedPaths(node.children, path)]
  })
}
