import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/sbom', 'sbom/pages/releases.tsx'),
    route('/sbom/sbom-dashboard', 'sbom/pages/sbom-dashboard.tsx'),
    route('/sbom/cbom-dashboard', 'sbom/pages/cbom-dashboard.tsx'),
    route('/sbom/configuration', 'sbom/pages/configuration.tsx'),
    route('/sbom/package-configuration', 'sbom/pages/package-configuration.tsx'),
  ],
}
