/** The lists that views can be saved of, by their path. */
export const msocViewPages = {
  alerts: '/org/msoc/dashboard/alert-management',
  cases: '/org/msoc/dashboard/case-management',
  vehicles: '/org/msoc/dashboard/projects',
} as const
