/** The pages of the settings: the specification's User Settings in its order, then the pages of the organisation. */
export const settingsLinks = [
  { title: 'Your Profile', to: '/org/lifecycle/profile-settings', search: {} },
  { title: 'Team Members', to: '/org/lifecycle/invite-team-member', search: {} },
  { title: 'Reset Password', to: '/org/lifecycle/reset-password', search: {} },
  { title: 'Enable 2FA Code', to: '/org/lifecycle/enable-2fa-code', search: {} },
  { title: 'Organisation', to: '/org/lifecycle/settings', search: {} },
  { title: 'Security log', to: '/org/lifecycle/settings', search: { tab: 'security-log' } },
  { title: 'Release history', to: '/org/lifecycle/release-history', search: {} },
] as const

export type SettingsTitle = (typeof settingsLinks)[number]['title']
