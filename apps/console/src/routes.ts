import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Which file shows which path. Pages live in their module's folder, so that a module is one folder in every layer. */
export const routes = rootRoute('shell/root.tsx', [
  index('shell/pages/sign-in.tsx'),
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/msoc', 'shell/pages/msoc-home.tsx'),
    route('/msoc/dashboard', [
      index('msoc/pages/dashboard.tsx'),
      route('/live-map', 'msoc/pages/live-map.tsx'),
      route('/projects', 'msoc/pages/vehicles.tsx'),
      route('/projects/vehicle/$tab', 'msoc/pages/vehicle.tsx'),
      route('/asset-register', 'msoc/pages/vehicle-import.tsx'),
      route('/alert-management', 'msoc/pages/alert-management.tsx'),
      route('/alert-management/general', 'msoc/pages/alert.tsx'),
      route('/case-management', 'msoc/pages/cases.tsx'),
      route('/case-management/general', 'msoc/pages/case.tsx'),
      route('/jobs/$tab', 'msoc/pages/jobs.tsx'),
    ]),
  ]),
])
