import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/component-configuration', 'component-configuration/pages/overview.tsx'),
    route('/component-configuration/variants', 'component-configuration/pages/variants.tsx'),
    route('/component-configuration/variant', 'component-configuration/pages/variant.tsx'),
    route('/component-configuration/parts', 'component-configuration/pages/parts.tsx'),
    route('/component-configuration/rules', 'component-configuration/pages/rules.tsx'),
    route('/component-configuration/vehicles', 'component-configuration/pages/vehicles.tsx'),
  ],
}
