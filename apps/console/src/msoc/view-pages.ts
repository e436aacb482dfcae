/** The lists for which views can be saved, by their path. */
export const msocViewPages = {
  alerts: '/org/msoc/dashboard/alert-management',
  cases: '/org/msoc/dashboard/case-management',
  observables: '/org/msoc/dashboard/observable',
  playbooks: '/org/msoc/dashboard/playbooks',
  rules: '/org/msoc/dashboard/rules',
  vehicles: '/org/msoc/dashboard/projects',
} as const
