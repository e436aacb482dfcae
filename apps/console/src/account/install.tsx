import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const account: ModuleInstall = {
  name: 'account',
  purpose: 'The account is where people sign in and organisations hold their licence.',
  areas: [
    {
      under: '',
      open: 'always',
      rows: [
        ['', 'Sign in'],
        ['/register', 'Register'],
        ['/account-register', 'Registration in progress'],
        ['/send-forgot-password-link', 'Forgot Password'],
        ['/verify-organization', 'Complete Registration'],
        ['/verify-organization/$organizationUuid', 'Complete Registration'],
        ['/completed', 'Registration complete'],
        ['/forgot-password/$userUuid', 'Set password'],
        ['/verify-2fa', 'Verify 2FA'],
        ['/pricing', 'Plans'],
        ['/privacy-policy', 'Privacy Policy'],
      ],
    },
    {
      under: '/org/lifecycle',
      open: 'always',
      rows: [
        ['/pricing', 'Plans'],
        ['/release-history', 'Release history'],
      ],
    },
  ],
}
