import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/catalogues/damage-catalogue', 'catalogues/pages/damage-catalogue.tsx'),
    route('/catalogues/new-damage-catalogue', 'catalogues/pages/new-damage-catalogue.tsx'),
    route('/catalogues/update-damage-catalogue', 'catalogues/pages/update-damage-catalogue.tsx'),
    route('/catalogues/threat-catalogue', 'catalogues/pages/threat-catalogue.tsx'),
    route('/catalogues/new-threat-catalogue', 'catalogues/pages/new-threat-catalogue.tsx'),
    route('/catalogues/attack-catalogue', 'catalogues/pages/attack-catalogue.tsx'),
    route('/catalogues/update-attack-catalogue', 'catalogues/pages/update-attack-catalogue.tsx'),
    route('/catalogues/new-attack-catalogue', 'catalogues/pages/new-attack-catalogue.tsx'),
  ],
}
