import { modules } from '../modules.ts'

/** The tabs that are built, for pages whose tab is in the path. */
const builtTabs: Readonly<Record<string, readonly string[]>> = Object.assign(
  {},
  ...modules.map((module) => module.builtTabs),
)

/** Whether a path of the site map has its own page among the routed paths. */
export function isBuilt(path: string, routed: ReadonlySet<string>): boolean {
  if (routed.has(path)) return true
  const cut = path.lastIndexOf('/')
  const tabbed = `${path.slice(0, cut)}/$tab`
  return routed.has(tabbed) && (builtTabs[tabbed]?.includes(path.slice(cut + 1)) ?? false)
}
