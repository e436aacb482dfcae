import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/**
 * Which file shows which path. Pages live in their module's folder, so that a module is one folder in every layer.
 * A list and the pages below it are siblings: a page under a path would else be drawn inside that path's own page.
 */
export const routes = rootRoute('shell/root.tsx', [
  index('shell/pages/sign-in.tsx'),
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/msoc', [
      index('shell/pages/msoc-home.tsx'),
      route('/dashboard', [
        index('msoc/pages/dashboard.tsx'),
        route('/live-map', 'msoc/pages/live-map.tsx'),
        route('/projects', [index('msoc/pages/vehicles.tsx'), route('/vehicle/$tab', 'msoc/pages/vehicle.tsx')]),
        route('/asset-register', 'msoc/pages/vehicle-import.tsx'),
        route('/alert-management', [index('msoc/pages/alert-management.tsx'), route('/general', 'msoc/pages/alert.tsx')]),
        route('/case-management', [index('msoc/pages/cases.tsx'), route('/general', 'msoc/pages/case.tsx')]),
        route('/jobs', [index('msoc/pages/jobs-home.tsx'), route('/$tab', 'msoc/pages/jobs.tsx')]),
      ]),
    ]),
  ]),
])
