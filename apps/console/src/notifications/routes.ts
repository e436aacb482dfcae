import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/**
 * Which file shows which path. The paths of the operations side show the same page; their screens are in the menu of
 * that module.
 */
export const routes: ModuleRoutes = {
  org: [
    route('/notifications', 'notifications/pages/notifications.tsx'),
    route('/msoc/dashboard/notifications', 'notifications/pages/operations.tsx'),
    route('/msoc/dashboard/notifications/sbom', 'notifications/pages/sbom.tsx'),
    route('/msoc/dashboard/notifications/security', 'notifications/pages/security.tsx'),
  ],
}
