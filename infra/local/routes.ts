import './node-24.ts'

import { join } from 'node:path'
import { runnerImport } from 'vite'
import { routes } from '../../apps/console/src/routes.ts'
import { routedPaths } from '../../apps/console/src/shell/site-map/routed.ts'

interface SiteMap {
  readonly screens: readonly { readonly path: string; readonly title: string; readonly module: string }[]
}
interface Built {
  readonly isBuilt: (path: string, routed: ReadonlySet<string>) => boolean
}

/** Prints every route of the product, and whether it has a page yet. */
const [{ screens }, { isBuilt }] = [await loaded<SiteMap>('site-map.ts'), await loaded<Built>('built.ts')]
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

/** Loads a file of the site map. The site map uses the modules' installs, which hold icons: Node cannot read JSX. */
async function loaded<T>(file: string): Promise<T> {
  const path = join(import.meta.dirname, '../../apps/console/src/shell/site-map', file)
  return (await runnerImport<T>(path, { configFile: false, logLevel: 'error' })).module
}

function sumOf(name: string, members: readonly { readonly state: string }[]): string {
  const built = members.filter(({ state }) => state === 'built').length
  const column = (count: number) => String(count).padStart(4)
  const pending = members.length - built
  return `${name.padEnd(24)}${column(built)} built ${column(pending)} pending ${column(members.length)} routes`
}
