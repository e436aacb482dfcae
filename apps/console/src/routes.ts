import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import { accountRoutes } from './account/routes.ts'
import { cataloguesRoutes } from './catalogues/routes.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { msocRoutes } from './msoc/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

/** The modules with pages: one line each. */
const modules = [accountRoutes, settingsRoutes, lifecycleRoutes, cataloguesRoutes, msocRoutes]

/**
 * Which file shows which path. A product path whose page is not built yet matches the last route of `/org`, which
 * reports that (see shell/site-map/site-map.ts).
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
