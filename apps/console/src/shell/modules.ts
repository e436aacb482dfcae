import { modules as named } from '@carapace/shared/modules'
import type { EngineeringInstall } from '../graph/page/kind-parts.ts'
import * as installs from '../installs.ts'

const order: readonly string[] = named.map(({ name }) => name)

/** The installs of all modules, in the order of the shared list of modules. The graph, which is not in it, is first. */
export const modules: readonly EngineeringInstall[] = Object.values<EngineeringInstall>(installs).toSorted(
  (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
)
