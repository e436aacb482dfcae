/** The lists for which views can be saved, by their path. */
export const msocViewPages = {
  alerts: '/org/msoc/dashboard/alert-management',
  cases: '/org/msoc/dashboard/case-management',
  vehicles: '/org/msoc/dashboard/projects',
} as const
