/** What organisations edit as versions; programs use one version of each. */
export const safetyMethodKinds = ['guidewords', 'situations'] as const
export type SafetyMethodKind = (typeof safetyMethodKinds)[number]
