import type { LifecycleKey } from '@carapace/shared/lifecycle/program/lifecycle-entries'

/** The menu title and the page of each step. */
export const steps = {
  'Item-Definition': { title: 'Item Definition', to: '/org/lifecycle/projects/view/item-definition' },
  'Asset-Identification': { title: 'Asset Identification', to: '/org/lifecycle/projects/view/asset-identify' },
  'Threat-Analysis': { title: 'Threat Analysis', to: '/org/lifecycle/projects/view/threat-analysis' },
  'Generate-Attack-Tree': { title: 'Attack Tree', to: '/org/lifecycle/projects/view/attack-tree' },
  'Residual-Risk': { title: 'Residual Risk', to: '/org/lifecycle/projects/view/residual-risk' },
  'Cyber-Security-event-definition': { title: 'Event Definition', to: '/org/lifecycle/projects/view/event-definition' },
  'Security-Concept': { title: 'Security Concept', to: '/org/lifecycle/projects/view/security-concepts' },
  'Requirement-Verification-Report': {
    title: 'Verification Report',
    to: '/org/lifecycle/projects/view/cyber-securityverification-report',
  },
  'Requirements-Management': {
    title: 'Requirements Management',
    to: '/org/lifecycle/projects/view/requirements-management',
  },
} as const satisfies Readonly<Record<LifecycleKey, { readonly title: string; readonly to: string }>>

/** The page on which the precondition of each step is met. */
export const opensAt = {
  'Item-Definition': '/org/lifecycle/projects/view/system-configuration',
  'Asset-Identification': steps['Item-Definition'].to,
  'Threat-Analysis': steps['Asset-Identification'].to,
  'Generate-Attack-Tree': steps['Threat-Analysis'].to,
  'Residual-Risk': steps['Threat-Analysis'].to,
  'Cyber-Security-event-definition': steps['Threat-Analysis'].to,
  'Security-Concept': steps['Threat-Analysis'].to,
  'Requirement-Verification-Report': steps['Residual-Risk'].to,
  'Requirements-Management': steps['Residual-Risk'].to,
} as const satisfies Readonly<Record<LifecycleKey, string>>

export type StepKey = keyof typeof steps

/** Whether an entry of a program is a step of the lifecycle: other modules have entries, too. */
export function isStep(key: string): key is StepKey {
  return Object.hasOwn(steps, key)
}

/** The specific part of a step's message: its precondition. */
export function waitsFor(message: string): string {
  const from = message.indexOf('Please ensure')
  return from < 0 ? message : message.slice(from)
}
