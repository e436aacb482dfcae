import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Which file shows which path. Pages live in their module's folder, so that a module is one folder in every layer. */
export const routes = rootRoute('shell/root.tsx', [
  index('shell/pages/sign-in.tsx'),
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/msoc', 'shell/pages/msoc-home.tsx'),
    route('/msoc/dashboard/live-map', 'msoc/pages/live-map.tsx'),
    route('/msoc/dashboard/alert-management', 'msoc/pages/alert-management.tsx'),
  ]),
])
