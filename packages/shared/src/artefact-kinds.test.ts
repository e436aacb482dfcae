import { expect, test } from 'vitest'
import { artefactKindNamed, artefactKinds, artefactMeant, linkKinds } from './artefact-kinds.ts'

test.for([
  ['TS-031', { kind: 'threat-scenario', number: 31 }],
  ['ts-31', { kind: 'threat-scenario', number: 31 }],
  ['CTL-9', { kind: 'control', number: 9 }],
  ['AS-1000', { kind: 'asset', number: 1000 }],
  ['TS', undefined],
  ['TS-', undefined],
  ['31', undefined],
  ['XX-1', undefined],
  ['TS-31 again', undefined],
  ['TS-1234567890', undefined],
  ['', undefined],
] as const)('[GRAPH-18] %s means %j', ([text, meant]) => {
  expect(artefactMeant(text)).toEqual(meant)
})

test('[GRAPH-18] no two kinds use the same letters in their numbers', () => {
  expect(new Set(artefactKinds.map(({ code }) => code)).size).toBe(artefactKinds.length)
  expect(artefactKinds.filter(({ code, kind }) => artefactMeant(`${code}-1`)?.kind !== kind)).toEqual([])
})

test('[GRAPH-5] an ignored field of a link kind is a meaning field of the kinds where the link begins', () => {
  const invalid = linkKinds.flatMap(({ kind, from, ignoredFields }) =>
    ignoredFields
      .filter((name) => !from.some((each) => artefactKindNamed(each)?.fields[name]?.isMeaning))
      .map((name) => `${kind}: ${name}`),
  )
  expect(invalid).toEqual([])
})
