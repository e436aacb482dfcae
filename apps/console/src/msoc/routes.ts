import { index, route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file for each path. */
export const msocRoutes: ModuleRoutes = {
  org: [
    route('/msoc', [
      index('msoc/pages/home.tsx'),
      route('/dashboard', [
        index('msoc/pages/dashboard.tsx'),
        route('/live-map', 'msoc/pages/live-map.tsx'),
        route('/projects', [index('msoc/pages/vehicles.tsx'), route('/vehicle/$tab', 'msoc/pages/vehicle.tsx')]),
        route('/asset-register', 'msoc/pages/vehicle-import.tsx'),
        route('/alert-management', [
          index('msoc/pages/alert-management.tsx'),
          route('/general', 'msoc/pages/alert.tsx'),
        ]),
        route('/case-management', [index('msoc/pages/cases.tsx'), route('/general', 'msoc/pages/case.tsx')]),
        route('/analyzers', [
          index('msoc/pages/analyzers.tsx'),
          route('/default-view', 'msoc/pages/can-analyzer.tsx'),
          route('/ids-viewer', 'msoc/pages/ids-viewer.tsx'),
          route('/vehicle-db-viewer', 'msoc/pages/dbc-library.tsx'),
          route('/captures', 'msoc/pages/captures.tsx'),
          route('/profiles', 'msoc/pages/can-profiles.tsx'),
        ]),
        route('/jobs', [index('msoc/pages/jobs-home.tsx'), route('/$tab', 'msoc/pages/jobs.tsx')]),
      ]),
    ]),
  ],
}
