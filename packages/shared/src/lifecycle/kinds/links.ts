import { linkKinds } from '../../graph/artefacts/link-kind.ts'

const elements = ['system', 'component', 'feature', 'function', 'channel', 'data'] as const
const places = ['system', 'group', 'boundary', 'environment', 'component'] as const

/** Fields that are decided after a threat was described, and fields that its tree replaces. */
const decided = ['treatment', 'treatment_reason', 'effort', 'annex5'] as const
/** The effect of a control on the effort of an attack: assessments are recomputed from it automatically. */
const recomputed = ['standing', 'raises'] as const

/** The kinds of links between the lifecycle's artefacts, upstream first. */
export const lifecycleLinks = linkKinds({
  contains: {
    from: places,
    to: [...elements, 'group', 'boundary'],
    forward: 'contains',
    backward: 'is part of',
    propagatesSuspect: false,
  },
  performs: { from: ['system', 'component'], to: ['function'], forward: 'performs', backward: 'is performed by' },
  needs: { from: ['function'], to: ['feature'], forward: 'is needed by', backward: 'needs' },
  connects: { from: ['component', 'system'], to: ['channel'], forward: 'is connected to', backward: 'connects' },
  carries: { from: ['channel'], to: ['data'], forward: 'carries', backward: 'travels on' },
  shows: {
    from: [...elements, 'boundary', 'environment', 'group'],
    to: ['diagram'],
    forward: 'is shown in',
    backward: 'shows',
    propagatesSuspect: false,
  },
  'is-asset': { from: elements, to: ['asset'], forward: 'is the asset', backward: 'comes from' },
  harms: { from: ['asset'], to: ['damage-scenario'], forward: 'is harmed in', backward: 'harms' },
  targets: { from: ['asset'], to: ['threat-scenario'], forward: 'is the target of', backward: 'targets' },
  'leads-to': { from: ['damage-scenario'], to: ['threat-scenario'], forward: 'is caused by', backward: 'leads to' },
  'refined-in': {
    from: ['threat-scenario'],
    to: ['attack-tree'],
    forward: 'is refined in',
    backward: 'refines',
    single: 'both',
    ignoredFields: decided,
  },
  'stands-in': {
    from: ['control'],
    to: ['attack-tree', 'threat-scenario'],
    forward: 'mitigates',
    backward: 'is mitigated by',
    ignoredFields: recomputed,
  },
  assumed: {
    from: ['assumption'],
    to: ['threat-scenario', 'attack-tree', 'claim', 'goal'],
    forward: 'is assumed in',
    backward: 'assumes',
  },
  'answered-by': { from: ['threat-scenario'], to: ['goal', 'claim'], forward: 'is answered by', backward: 'answers' },
  'detected-by': {
    from: ['threat-scenario'],
    to: ['security-event'],
    forward: 'is noticed by',
    backward: 'notices',
    ignoredFields: decided,
  },
  conceived: { from: ['goal'], to: ['concept'], forward: 'is conceived in', backward: 'conceives' },
  demands: {
    from: ['goal', 'concept', 'claim', 'security-event'],
    to: ['requirement'],
    forward: 'demands',
    backward: 'is demanded by',
  },
  refines: { from: ['requirement'], to: ['requirement'], forward: 'is refined by', backward: 'refines' },
  realised: {
    from: ['requirement'],
    to: ['control', 'specification', 'production-control', 'decommissioning'],
    forward: 'is realised by',
    backward: 'realises',
    ignoredFields: ['rationale', 'verification'],
  },
  allocated: {
    from: ['requirement', 'specification'],
    to: ['component', 'system', 'function', 'channel'],
    forward: 'is allocated to',
    backward: 'takes',
    propagatesSuspect: false,
  },
  verified: {
    from: ['requirement', 'specification', 'control'],
    to: ['test-case'],
    forward: 'is verified by',
    backward: 'verifies',
    ignoredFields: ['rationale', ...recomputed],
  },
  validated: {
    from: ['goal', 'claim', 'concept'],
    to: ['validation'],
    forward: 'is validated by',
    backward: 'validates',
  },
  evidences: { from: ['*'], to: ['work-product'], forward: 'is evidence for', backward: 'is evidenced by' },
})
export type LifecycleLink = keyof typeof lifecycleLinks
