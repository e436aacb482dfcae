import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/fmea/dashboard', 'fmea/pages/dashboard.tsx'),
    route('/fmea/configuration', 'fmea/pages/configuration.tsx'),
    route('/fmea/fmea-analysis', 'fmea/pages/fmea-analysis.tsx'),
    route('/fmea/settings', 'fmea/pages/settings.tsx'),
  ],
}
