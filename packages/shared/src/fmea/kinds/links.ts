import { linkKinds } from '../../graph/artefacts/link-kind.ts'

const ratedAfter = ['severity_after', 'occurrence_after', 'detection_after', 'no_action'] as const

/** The kinds of links of an FMEA, upstream first. */
export const fmeaLinks = linkKinds({
  'focus-of': {
    from: ['system', 'component', 'function', 'process-step'],
    to: ['fmea'],
    forward: 'is the focus of',
    backward: 'focuses on',
  },
  'reused-in': { from: ['fmea'], to: ['fmea'], forward: 'is reused in', backward: 'reuses' },
  'has-line': {
    from: ['fmea'],
    to: ['fmea-line'],
    forward: 'has the line',
    backward: 'is a line of',
    propagatesSuspect: false,
  },
  'joined-in': {
    from: ['failure'],
    to: ['fmea-line'],
    forward: 'is in',
    backward: 'joins',
    ignoredFields: ['judgement', 'reason'],
  },
  'improved-by': {
    from: ['fmea-line'],
    to: ['fmea-action'],
    forward: 'is improved by',
    backward: 'improves',
    ignoredFields: ratedAfter,
  },
})
