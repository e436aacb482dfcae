import { index, route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** Which file shows which path. */
export const routes: ModuleRoutes = {
  top: [
    index('account/pages/sign-in.tsx'),
    route('/register', 'account/pages/register.tsx'),
    route('/account-register', 'account/pages/account-register.tsx'),
    route('/completed', 'account/pages/completed.tsx'),
    route('/verify-organization', 'account/pages/verify-nothing.tsx'),
    route('/verify-organization/$organizationUuid', 'account/pages/verify-organization.tsx'),
    route('/send-forgot-password-link', 'account/pages/forgot-password.tsx'),
    route('/forgot-password/$userUuid', 'account/pages/set-password.tsx'),
    route('/verify-2fa', 'account/pages/verify-2fa.tsx'),
    route('/pricing', 'account/pages/pricing.tsx'),
    route('/privacy-policy', 'account/pages/privacy-policy.tsx'),
  ],
  org: [route('/lifecycle/pricing', 'account/pages/org-pricing.tsx')],
}
