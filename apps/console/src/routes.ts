import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import { accountRoutes } from './account/routes.ts'
import { cataloguesRoutes } from './catalogues/routes.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { msocRoutes } from './msoc/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

/** The modules that have pages: one line for each. */
const modules = [accountRoutes, settingsRoutes, lifecycleRoutes, cataloguesRoutes, msocRoutes]

/**
 * Which file shows which path. A path of the product that no page is built for falls to the last of `/org`, which says
 * so (see shell/site-map/site-map.ts).
 */
export const routes = rootRoute('shell/root.tsx', [
  ...modules.flatMap(({ top = [] }) => top),
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/lifecycle/dashboard', 'shell/pages/landing.tsx'),
    ...modules.flatMap(({ org = [] }) => org),
    route('/$', 'shell/pages/elsewhere.tsx'),
  ]),
])
