import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { choice, line, number, own, text, truth } from '../../graph/artefacts/fields.ts'
import { asils, controllabilities, exposures, severities } from '../asil.ts'
import { exposureBases, type Situation } from '../situations.ts'

/** The results of the hazard analysis (ISO 26262-3): from failures of functions to safety goals. */
const module = 'functional-safety'
const about = { description: text('Description') }
const page = (name: string) => `/org/functional-safety/${name}`

/** Words as choices that are their own labels. */
export const wordChoices = <const W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word) => [word, word])) as { readonly [K in W]: K }

/** Values by dimension of the catalogue of situations; see situations.ts. */
export const SituationField = z.record(
  z.string().max(40),
  z.array(z.string().max(40)).max(40),
) satisfies z.ZodType<Situation>

/** A few sentences, which lists and the rules of the hazard analysis need. */
const reason = (title: string) => text(title, { short: true, most: 2_000 })

/** Of what two requirements fulfil redundantly (ISO 26262-9, clause 5). */
export const independence = {
  is_independent: truth('Its parts are independent'),
  independence: text('Why its parts are independent'),
}

/** Milliseconds up to an hour. */
const milliseconds = (title: string) => number(title, { least: 0, most: 3_600_000, whole: true })

/**
 * How something fails: a malfunction of the HAZOP, a failure of an FMEA, what a basic event of a fault tree stands for.
 * One of these is seen from all sides, so every engineering module uses it.
 */
export const failureKind = artefactKind({
  kind: 'failure',
  module,
  isShared: true,
  title: 'Failure',
  code: 'FL',
  page: page('hazop-scenario'),
  fields: {
    ...about,
    guideword: line('Guideword', { most: 41, help: 'Of the HAZOP; empty: it comes from elsewhere.' }),
    judgement: choice('Judgement', {
      hazardous: 'Hazardous',
      harmless: 'Not hazardous',
      'not-applicable': 'Does not apply',
    }),
    reason: reason('Why it is not hazardous, or does not apply'),
    effect_item: reason('Effect on the item'),
    effect_vehicle: reason('Effect on the vehicle'),
  },
})

export const hazardKind = artefactKind({
  kind: 'hazard',
  module,
  title: 'Hazard',
  code: 'HZ',
  digits: 2,
  page: page('hazard-summary'),
  fields: { ...about, effect_vehicle: reason('Behaviour of the vehicle') },
})

export const hazardousEventKind = artefactKind({
  kind: 'hazardous-event',
  module,
  title: 'Hazardous event',
  code: 'HE',
  page: page('hara'),
  fields: {
    ...about,
    situation: own('Operational situation', SituationField, {}, { short: true }),
    severity: choice('Severity', wordChoices(severities)),
    severity_reason: reason('Why this severity'),
    exposure: choice('Exposure', wordChoices(exposures)),
    exposure_basis: choice('Exposure by', { duration: 'Share of time', frequency: 'How often' } satisfies Record<
      (typeof exposureBases)[number],
      string
    >),
    exposure_reason: reason('Why this exposure'),
    controllability: choice('Controllability', wordChoices(controllabilities)),
    controllability_reason: reason('Why this controllability'),
    ftti_ms: milliseconds('Fault-tolerant time, ms'),
  },
})

export const safetyGoalKind = artefactKind({
  kind: 'safety-goal',
  module,
  title: 'Safety goal',
  code: 'SG',
  digits: 2,
  page: page('goals'),
  fields: {
    ...about,
    asil: choice('ASIL', wordChoices(asils), { help: 'Empty: the highest of its hazardous events.' }),
    safe_state: reason('Safe state'),
    ftti_ms: milliseconds('Fault-tolerant time, ms'),
    handling_ms: milliseconds('Fault handling time, ms'),
    lifetime_h: number('Operating hours of the vehicle', {
      least: 1,
      most: 1_000_000,
      help: 'For the PMHF of its hardware elements.',
    }),
    service_h: number('Hours until a detected fault is repaired', {
      least: 0,
      most: 1_000_000,
      help: 'Or until driving ends: how long it may meet another fault.',
    }),
    ...independence,
  },
})

export const hazardKinds = [failureKind, hazardKind, hazardousEventKind, safetyGoalKind]
