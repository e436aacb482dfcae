/** The seven steps of an FMEA, in order (AIAG & VDA FMEA Handbook, 2019). */
export const fmeaSteps = [
  'planning',
  'structure',
  'function',
  'failure',
  'risk',
  'optimisation',
  'documentation',
] as const
export type FmeaStep = (typeof fmeaSteps)[number]

export const stepTitles: Readonly<Record<FmeaStep, string>> = {
  planning: 'Planning and preparation',
  structure: 'Structure analysis',
  function: 'Function analysis',
  failure: 'Failure analysis',
  risk: 'Risk analysis',
  optimisation: 'Optimisation',
  documentation: 'Results documentation',
}

/** How many things of each sort an FMEA has; a number `with…` is never above the one that it is a part of. */
export interface FmeaCounts {
  /** Of intent, timing, team, tasks and tools: how many are stated. */
  readonly planned: number
  /** Elements below the root of the structure, and those of them in the focus of the analysis. */
  readonly elements: number
  readonly focusElements: number
  /** Focus elements with an element above, and with one below or a characteristic. */
  readonly placedElements: number
  readonly elementsWithFunction: number
  /** Functions of focus elements, and those of them with a requirement, and with a failure mode. */
  readonly functions: number
  readonly functionsWithRequirement: number
  readonly functionsWithFailure: number
  /** Failure modes of these functions, and those of them with an effect, and with a cause. */
  readonly failureModes: number
  readonly modesWithEffect: number
  readonly modesWithCause: number
  /** Failure chains (effect, mode, cause): the lines of the worksheet; those with controls, and those rated wholly. */
  readonly chains: number
  readonly chainsWithControls: number
  readonly ratedChains: number
  /** Chains whose action priority asks for improvement, and those with an action or a reason why there is none. */
  readonly urgentChains: number
  readonly answeredChains: number
  /** Actions that were not discarded, those that are completed, and those whose chain was rated again afterwards. */
  readonly actions: number
  readonly completedActions: number
  readonly confirmedActions: number
  /** The report is issued; the report is approved. */
  readonly isReported: boolean
  readonly isApproved: boolean
}

export interface StepCheck {
  readonly title: string
  readonly done: number
  readonly of: number
}

export interface StepProgress {
  readonly step: FmeaStep
  /** Done: all checks are met, and the steps before are done. Open: no check is met in any part. */
  readonly state: 'open' | 'started' | 'done'
  /** Its checks are met, but this earlier step is not done. */
  readonly waitsFor: FmeaStep | null
  /** The share of its checks that is met, 0 to 1. */
  readonly share: number
  readonly checks: readonly StepCheck[]
}

const check = (title: string, done: number, of: number): StepCheck => ({ title, done, of })
/** At least one: nothing counts as not done. */
const some = (title: string, count: number) => check(title, Math.min(count, 1), 1)
const each = (title: string, done: number, of: number) => check(title, done, Math.max(of, 1))
/** All of those that there are: none counts as nothing to do. */
const all = check

const checksOf: Readonly<Record<FmeaStep, (counts: FmeaCounts) => StepCheck[]>> = {
  planning: (n) => [check('Intent, timing, team, tasks and tools are stated', n.planned, 5)],
  structure: (n) => [
    some('The structure has elements', n.elements),
    some('A focus element is chosen', n.focusElements),
    each('Focus elements have an element above and one below', n.placedElements, n.focusElements),
  ],
  function: (n) => [
    each('Focus elements have a function', n.elementsWithFunction, n.focusElements),
    each('Functions have a requirement', n.functionsWithRequirement, n.functions),
  ],
  failure: (n) => [
    each('Functions have a failure mode', n.functionsWithFailure, n.functions),
    each('Failure modes have an effect', n.modesWithEffect, n.failureModes),
    each('Failure modes have a cause', n.modesWithCause, n.failureModes),
  ],
  risk: (n) => [
    each('Failure chains have current controls, or the statement that there are none', n.chainsWithControls, n.chains),
    each('Failure chains are rated', n.ratedChains, n.chains),
  ],
  optimisation: (n) => [
    all('Urgent failure chains have an action, or a reason why there is none', n.answeredChains, n.urgentChains),
    all('Actions are completed', n.completedActions, n.actions),
    all('Failure chains are rated again after their actions', n.confirmedActions, n.actions),
  ],
  documentation: (n) => [
    check('The report is issued', Number(n.isReported), 1),
    check('The report is approved', Number(n.isApproved), 1),
  ],
}

const isMet = ({ done, of }: StepCheck) => done >= of

/** How far each step of an FMEA is (rules FMEA-7 and FMEA-8). */
export function stepsOf(counts: FmeaCounts): StepProgress[] {
  let waitsFor: FmeaStep | null = null
  return fmeaSteps.map((step) => {
    const checks = checksOf[step](counts)
    const progress = progressOf(step, checks, waitsFor)
    if (progress.state !== 'done') waitsFor ??= step
    return progress
  })
}

function progressOf(step: FmeaStep, checks: readonly StepCheck[], earlier: FmeaStep | null): StepProgress {
  const areMet = checks.every(isMet)
  const isBegun = checks.some(({ done }) => done > 0)
  return {
    step,
    state: areMet && earlier === null ? 'done' : isBegun ? 'started' : 'open',
    waitsFor: areMet ? earlier : null,
    share: checks.reduce((sum, { done, of }) => sum + (of === 0 ? 1 : Math.min(done / of, 1)), 0) / checks.length,
    checks,
  }
}
