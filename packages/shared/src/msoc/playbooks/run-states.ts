export const runStates = ['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const
export type RunState = (typeof runStates)[number]

/** States of a run in which it goes on by itself or waits. */
export const unfinishedStates = ['QUEUED', 'RUNNING', 'WAITING'] as const satisfies RunState[]

export function isUnfinished(state: RunState): boolean {
  return unfinishedStates.some((one) => one === state)
}

/** PENDING: an attempt is due. UNKNOWN: an external action whose outcome a person must state. */
export const stepStates = ['PENDING', 'RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNKNOWN', 'SKIPPED'] as const
export type StepState = (typeof stepStates)[number]

/** What starts runs. */
export const startKinds = ['alert', 'case', 'schedule', 'webhook', 'manual', 'playbook'] as const
export type StartKind = (typeof startKinds)[number]
