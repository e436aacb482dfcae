import { expect, test } from 'vitest'
import { artefactKinds, linkKinds } from '../../artefact-kinds.ts'
import { fmea } from '../../fmea/install.ts'
import { checkFields, shortFields } from '../../graph/artefacts/artefact-kind.ts'
import { functionalSafety } from '../install.ts'
import { faultTreeKind } from './concept.kinds.ts'
import { hardwareElementKind } from './hardware.kinds.ts'
import { failureKind, hazardousEventKind, safetyGoalKind } from './hazard.kinds.ts'

const modules = [functionalSafety, fmea]
const kinds = [...new Set([...artefactKinds, ...modules.flatMap((each) => each.kinds)])]
const links = [...new Set([...linkKinds, ...modules.flatMap((each) => each.links)])]
const kindNamed = new Map(kinds.map((kind) => [kind.kind, kind]))

test('kinds of safety and FMEA have names and numbers that no other kind has', () => {
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length)
  expect(new Set(kinds.map(({ code }) => code)).size).toBe(kinds.length)
  expect(new Set(links.map(({ kind }) => kind)).size).toBe(links.length)
})

test('their links join kinds that exist, and a pair of ends has one kind of links', () => {
  const own = modules.flatMap((each) => each.links)
  const ends = own.flatMap(({ kind, from, to }) =>
    from.flatMap((one) => to.map((other) => [kind, one, other] as const)),
  )
  expect(ends.filter(([, one, other]) => !kindNamed.has(one) || !kindNamed.has(other))).toEqual([])
  const joining = (one: string, other: string) =>
    links.filter(({ from, to }) => from.includes(one) && to.includes(other)).map(({ kind }) => kind)
  expect(ends.filter(([, one, other]) => joining(one, other).length > 1)).toEqual([])
})

test('an ignored field of such a link has meaning where the link begins', () => {
  const invalid = modules
    .flatMap((each) => each.links)
    .flatMap(({ kind, from, ignoredFields }) =>
      ignoredFields
        .filter((name) => !from.some((each) => kindNamed.get(each)?.fields[name]?.isMeaning))
        .map((name) => `${kind}: ${name}`),
    )
  expect(invalid).toEqual([])
})

test.for([
  ['a class that does not exist', { severity: 'S4' }],
  ['a time in fractions of a millisecond', { ftti_ms: 0.5 }],
  ['a time below 0', { ftti_ms: -1 }],
] as const)('a hazardous event refuses %s', ([, fields]) => {
  expect(checkFields(hazardousEventKind, fields).ok).toBe(false)
})

test('[HARA-24] lists have the reasons and safe states that the rules need; they are bounded', () => {
  const reasons = { severity_reason: 'a', exposure_reason: 'b', controllability_reason: 'c' }
  expect(shortFields(hazardousEventKind, { ...reasons, description: 'long' })).toEqual(reasons)
  expect(shortFields(safetyGoalKind, { safe_state: 'No torque' })).toEqual({ safe_state: 'No torque' })
  expect(shortFields(failureKind, { reason: 'None' })).toEqual({ reason: 'None' })
  expect(checkFields(failureKind, { reason: 'x'.repeat(2_001) }).ok).toBe(false)
})

test('[FTA-1] a fault tree names the failures and the trees that it is made of, as links', () => {
  const [failure, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const { ok, ...checked } = checkFields(faultTreeKind, {
    tree: {
      top: 'G',
      missionTime: 8_000,
      nodes: [
        { id: 'G', kind: 'gate', gate: 'or', parts: ['E', 'T', 'F'] },
        { id: 'E', kind: 'basic', artefact: failure },
        { id: 'F', kind: 'basic' },
        { id: 'T', kind: 'transfer', tree: other },
      ],
    },
  })
  expect(ok, JSON.stringify(checked)).toBe(true)
  expect(faultTreeKind.impliedLinks((checked as { value: Record<string, unknown> }).value)).toEqual([
    { link: 'fails-in', uuid: failure },
    { link: 'continued-in', uuid: other },
  ])
})

const mode = { id: 'open', share: 1, effect: 'direct', residual: [{ mechanism: 'SM1', coverage: 0.9 }] }

test('[METRIC-1] a hardware element names the failures that its modes are, as links, each once', () => {
  const failure = crypto.randomUUID()
  const { ok, ...checked } = checkFields(hardwareElementKind, {
    fit: 12.5,
    modes: [
      { ...mode, share: 0.4, failure },
      { ...mode, id: 'short', share: 0.6, failure },
      { ...mode, id: 'drift', share: 0 },
    ],
  })
  expect(ok, JSON.stringify(checked)).toBe(true)
  expect(hardwareElementKind.impliedLinks((checked as { value: Record<string, unknown> }).value)).toEqual([
    { link: 'fails-by', uuid: failure },
  ])
})

test.for([
  ['a rate below 0', { fit: -1 }],
  ['a share above 1', { modes: [{ ...mode, share: 40 }] }],
  ['a coverage above 1', { modes: [{ ...mode, latent: [{ mechanism: 'SM1', coverage: 90 }] }] }],
  ['an effect that does not exist', { modes: [{ ...mode, effect: 'dangerous' }] }],
] as const)('[METRIC-8] a hardware element refuses %s', ([, fields]) => {
  expect(checkFields(hardwareElementKind, fields).ok).toBe(false)
})
