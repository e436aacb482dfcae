import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** Which file shows which path. */
export const routes: ModuleRoutes = {
  org: [
    route('/lifecycle/settings', 'settings/pages/organisation.tsx'),
    route('/lifecycle/profile-settings', 'settings/pages/profile.tsx'),
    route('/lifecycle/invite-team-member', 'settings/pages/team.tsx'),
    route('/lifecycle/reset-password', 'settings/pages/password.tsx'),
    route('/lifecycle/enable-2fa-code', 'settings/pages/two-factor.tsx'),
    route('/lifecycle/release-history', 'settings/pages/release-history.tsx'),
    route('/settings/invite-team-member', 'settings/pages/team-alias.tsx'),
  ],
}
