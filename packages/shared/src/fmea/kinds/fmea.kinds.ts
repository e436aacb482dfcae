import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { choice, date, line, lines, number, own, text, truth } from '../../graph/artefacts/fields.ts'

/** An FMEA with its lines and actions (AIAG & VDA FMEA Handbook, 2019); failures are those of the program's graph. */
const module = 'fmea'
const about = { description: text('Description') }
/** Shown whole in the worksheet: lists have them. */
const cell = (title: string) => text(title, { short: true, most: 2_000 })
const page = (name: string) => `/org/fmea/${name}`

const rating = (title: string) => number(title, { least: 1, most: 10, whole: true })

export const fmeaKind = artefactKind({
  kind: 'fmea',
  module,
  title: 'FMEA',
  code: 'FM',
  digits: 2,
  page: page('configuration'),
  fields: {
    ...about,
    /** A software FMEA is rated like a DFMEA. */
    form: choice('Form', { design: 'Design', process: 'Process', software: 'Software', monitoring: 'MSR' }),
    is_family: truth('Generic family'),
    /** The uuid of the version of a rating profile; null: the shipped one. */
    profile: own('Rating profile', z.uuid().nullable(), null, { short: true }),
    intent: cell('Intent'),
    timing: cell('Timing'),
    team: lines('Team', { secondary: true }),
    tasks: text('Tasks', { secondary: true, short: true, most: 2_000 }),
    tools: lines('Tools', { secondary: true }),
    reported_on: date('Report issued on', { secondary: true }),
  },
})

export const processStepKind = artefactKind({
  kind: 'process-step',
  module,
  title: 'Process step',
  code: 'PS',
  page: page('fmea-analysis'),
  fields: { ...about, station: line('Station'), element: line('Man, machine, material, milieu') },
})

const Failure = z.uuid().nullable()

/** Failures of the program that a line joins: the effect at the higher level, the mode, and the cause at the lower. */
export const FailureChain = z.object({ effect: Failure, mode: Failure, cause: Failure })

export const fmeaLineKind = artefactKind({
  kind: 'fmea-line',
  module,
  title: 'FMEA line',
  code: 'FML',
  page: page('fmea-analysis'),
  fields: {
    chain: own('Failure chain', FailureChain, { effect: null, mode: null, cause: null }, { short: true }),
    prevention: cell('Current prevention controls'),
    detection_controls: cell('Current detection controls'),
    severity: rating('S'),
    occurrence: rating('O'),
    detection: rating('D'),
    special: line('Special characteristic', { most: 20 }),
    no_action: cell('Why no action is taken'),
    severity_after: rating('S after'),
    occurrence_after: rating('O after'),
    detection_after: rating('D after'),
    remark: text('Remark', { secondary: true }),
  },
  impliedLinkKinds: ['joined-in'],
  impliedLinks: ({ chain }) =>
    [...new Set([chain.effect, chain.mode, chain.cause])]
      .filter((uuid) => uuid !== null)
      .map((uuid) => ({ link: 'joined-in', uuid })),
})

export const fmeaActionKind = artefactKind({
  kind: 'fmea-action',
  module,
  title: 'FMEA action',
  code: 'FA',
  page: page('fmea-analysis'),
  statuses: ['OPEN', 'IN_PROCESS', 'COMPLETED', 'NOT_COMPLETED'],
  fields: {
    ...about,
    type: choice('Type', { prevention: 'Prevention', detection: 'Detection' }),
    owner: line('Owner', { secondary: true }),
    due: date('Due', { secondary: true }),
    taken: cell('What was done'),
    completed_on: date('Completed on', { secondary: true }),
    evidence: lines('Evidence', { secondary: true, help: 'Links or document numbers.' }),
  },
})

export const fmeaKinds = [fmeaKind, processStepKind, fmeaLineKind, fmeaActionKind]
