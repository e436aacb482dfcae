import './node-24.ts'

import { routes } from '../../apps/console/src/routes.ts'
import { isBuilt } from '../../apps/console/src/shell/site-map/built.ts'
import { routedPaths } from '../../apps/console/src/shell/site-map/routed.ts'
import { screens } from '../../apps/console/src/shell/site-map/site-map.ts'

/** Prints every route of the product, and whether it has a page yet. */
const routed = new Set(routedPaths(routes.children))
const rows = screens.map(({ path, title, module }) => ({
  path,
  title,
  module,
  state: isBuilt(path, routed) ? 'built' : 'pending',
}))

for (const { path, title, module, state } of rows)
  console.log(`${state.padEnd(8)}${module.padEnd(24)}${path.padEnd(72)}${title}`)
console.log('')
for (const [module, members] of Map.groupBy(rows, (row) => row.module)) console.log(sumOf(module, members))
console.log(sumOf('all', rows))

function sumOf(name: string, members: readonly { readonly state: string }[]): string {
  const built = members.filter(({ state }) => state === 'built').length
  return `${name.padEnd(24)}${String(built).padStart(4)} built ${String(members.length - built).padStart(4)} pending ${String(members.length).padStart(4)} routes`
}
