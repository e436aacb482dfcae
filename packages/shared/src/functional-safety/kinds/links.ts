import { linkKinds } from '../../graph/artefacts/link-kind.ts'

/** Words about a failure that are decided after its effects are known. */
const judged = ['judgement', 'reason'] as const

/** For hardware metrics, which are computed with the hours of the goal as it is. */
const hours = ['lifetime_h', 'service_h'] as const

/** The kinds of links of functional safety, upstream first: to the item before them, and to the threats beside them. */
export const safetyLinks = linkKinds({
  'fails-as': {
    from: ['function', 'component', 'system', 'channel', 'process-step'],
    to: ['failure'],
    forward: 'fails as',
    backward: 'is a failure of',
  },
  'results-in': {
    from: ['failure'],
    to: ['failure'],
    forward: 'results in',
    backward: 'results from',
    ignoredFields: judged,
  },
  creates: { from: ['failure'], to: ['hazard'], forward: 'creates', backward: 'is created by' },
  'is-damage': {
    from: ['failure', 'hazard'],
    to: ['damage-scenario'],
    forward: 'is the damage of',
    backward: 'is the damage by',
    ignoredFields: judged,
  },
  'arises-in': { from: ['hazard'], to: ['hazardous-event'], forward: 'arises in', backward: 'is of the hazard' },
  'prevented-by': { from: ['hazardous-event'], to: ['safety-goal'], forward: 'is prevented by', backward: 'prevents' },
  violates: {
    from: ['threat-scenario'],
    to: ['safety-goal'],
    forward: 'could violate',
    backward: 'could be violated by',
    ignoredFields: ['treatment', 'treatment_reason', 'annex5'],
  },
  'analysed-in': {
    from: ['safety-goal', 'hazard'],
    to: ['fault-tree'],
    forward: 'is analysed in',
    backward: 'analyses',
    ignoredFields: hours,
  },
  'fails-in': {
    from: ['failure'],
    to: ['fault-tree'],
    forward: 'is a basic event of',
    backward: 'has the basic event',
    ignoredFields: judged,
  },
  'continued-in': { from: ['fault-tree'], to: ['fault-tree'], forward: 'continues', backward: 'is continued in' },
  'achieved-by': {
    from: ['safety-goal'],
    to: ['safety-concept'],
    forward: 'is achieved by',
    backward: 'achieves',
    ignoredFields: hours,
  },
  'derived-to': {
    from: ['safety-goal', 'safety-concept', 'safety-requirement'],
    to: ['safety-requirement'],
    forward: 'is derived to',
    backward: 'is derived from',
    ignoredFields: ['rationale', ...hours],
  },
  'assigned-to': {
    from: ['safety-requirement'],
    to: ['component', 'system', 'function', 'channel'],
    forward: 'is assigned to',
    backward: 'takes',
    propagatesSuspect: false,
  },
  'tested-by': {
    from: ['safety-goal', 'safety-requirement'],
    to: ['safety-test'],
    forward: 'is tested by',
    backward: 'tests',
    ignoredFields: ['rationale', 'is_independent', 'independence', ...hours],
  },
  'built-of': { from: ['component'], to: ['hardware-element'], forward: 'is built of', backward: 'is a part of' },
  'fails-by': {
    from: ['failure'],
    to: ['hardware-element'],
    forward: 'is a failure mode of',
    backward: 'has the failure mode',
    ignoredFields: judged,
  },
  'may-violate': {
    from: ['hardware-element'],
    to: ['safety-goal'],
    forward: 'may violate',
    backward: 'may be violated by',
  },
})
