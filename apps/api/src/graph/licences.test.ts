import { artefactKinds, licencesOfKind } from '@carapace/shared/artefact-kinds'
import type { Licence } from '@carapace/shared/modules'
import { expect, test } from 'vitest'
import type { Caller } from '../core/http/caller.ts'
import { admitToKinds, licensedKinds } from './licences.ts'

const kind = artefactKinds[0]!

const callerWith = (...modules: Licence[]): Caller => ({
  org: { uuid: 'org', name: 'Org' } as unknown as Caller['org'],
  user: { uuid: 'user', name: 'A. Kern', email: 'a.kern@org.example', role: 'ENGINEER' },
  licence: { active: true, until: null, modules },
  tokenHash: new Uint8Array(),
  address: '127.0.0.1',
})

test('[GRAPH-21] artefacts of a kind need a licence of a module that uses the kind', () => {
  const licensed = callerWith(...licencesOfKind(kind))
  expect(() => admitToKinds(licensed, [kind.kind, kind.kind])).not.toThrow()
  expect(licensedKinds(licensed)).toContain(kind.kind)

  const unlicensed = callerWith('MSOC')
  expect(() => admitToKinds(unlicensed, [kind.kind])).toThrow(expect.objectContaining({ code: 'LICENCE_REQUIRED' }))
  expect(licensedKinds(unlicensed)).toEqual([])
})

test('[GRAPH-21] a kind that this version does not know needs no licence', () => {
  expect(() => admitToKinds(callerWith(), ['no-longer-a-kind'])).not.toThrow()
})
