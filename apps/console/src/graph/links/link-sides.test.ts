import { expect, test } from 'vitest'
import { artefact } from '../store/artefact.fixture.ts'
import { linkInputOf, linkSide, linkSides } from './link-sides.ts'

test('an artefact is linked by the link kinds of its kind, seen from its side', () => {
  expect(linkSide('threat-scenario', 'targets', 'upstream')).toMatchObject({
    title: 'Targets',
    ends: ['asset'],
    isSingle: false,
  })
  expect(linkSide('threat-scenario', 'refined-in', 'downstream')).toMatchObject({
    title: 'Is refined in',
    ends: ['attack-tree'],
    isSingle: true,
  })
  expect(linkSide('asset', 'answered-by', 'upstream')).toBeUndefined()
})

test('[GRAPH-7] links that a field implies are not made by hand, but only where the field implies them', () => {
  expect(linkSides('attack-tree').map(({ key }) => key)).not.toContain('stands-in upstream')
  expect(linkSide('control', 'stands-in', 'downstream')?.ends).toEqual(['threat-scenario'])
  expect(linkSides('threat-scenario').map(({ key }) => key)).toContain('stands-in upstream')
})

test('a link request names the upstream end first, from whichever side it is made', () => {
  const [asset, threat] = [artefact('asset', 1), artefact('threat-scenario', 1)]
  const expected = { kind: 'targets', from: asset.uuid, to: threat.uuid }
  expect(linkInputOf(linkSide('threat-scenario', 'targets', 'upstream')!, threat, asset)).toEqual(expected)
  expect(linkInputOf(linkSide('asset', 'targets', 'downstream')!, asset, threat)).toEqual(expected)
})
