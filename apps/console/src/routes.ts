import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/**
 * Which file shows which path. Pages live in their module's folder, so that a module is one folder in every layer.
 * A list and the pages below it are siblings: a page under a path would else be drawn inside that path's own page.
 * A path of the product that no page is built for falls to the last of `/org`, which says so (see shell/site-map.ts).
 */
export const routes = rootRoute('shell/root.tsx', [
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
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/lifecycle', [
      route('/dashboard', 'shell/pages/landing.tsx'),
      route('/pricing', 'account/pages/org-pricing.tsx'),
      route('/programs', 'lifecycle/pages/programs.tsx'),
      route('/programs/view', 'lifecycle/pages/program-alias.tsx'),
      route('/program', 'lifecycle/pages/program.tsx'),
      route('/settings', 'settings/pages/organisation.tsx'),
      route('/profile-settings', 'settings/pages/profile.tsx'),
      route('/invite-team-member', 'settings/pages/team.tsx'),
      route('/reset-password', 'settings/pages/password.tsx'),
      route('/enable-2fa-code', 'settings/pages/two-factor.tsx'),
      route('/release-history', 'settings/pages/release-history.tsx'),
    ]),
    route('/settings/invite-team-member', 'settings/pages/team-alias.tsx'),
    route('/msoc', [
      index('shell/pages/msoc-home.tsx'),
      route('/dashboard', [
        index('msoc/pages/dashboard.tsx'),
        route('/live-map', 'msoc/pages/live-map.tsx'),
        route('/projects', [index('msoc/pages/vehicles.tsx'), route('/vehicle/$tab', 'msoc/pages/vehicle.tsx')]),
        route('/asset-register', 'msoc/pages/vehicle-import.tsx'),
        route('/alert-management', [index('msoc/pages/alert-management.tsx'), route('/general', 'msoc/pages/alert.tsx')]),
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
    route('/$', 'shell/pages/elsewhere.tsx'),
  ]),
])
