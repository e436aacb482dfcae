import type { Area } from './area.ts'

/** What can be seen without signing in. */
export const publicAreas: readonly Area[] = [
  {
    module: 'account',
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
]
