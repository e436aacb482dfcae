import { expect, test } from 'vitest'
import { artefactKindNamed, joins, linkKindNamed } from '../../artefact-kinds.ts'
import { shippedEntries } from '../../catalogues/shipped.ts'
import { checkFields } from '../../graph/artefacts/artefact-kind.ts'
import { whyNotTree } from '../attack-tree/attack-tree.ts'
import type { Tree } from '../attack-tree/tree.ts'
import { artefactOf, madeOf } from './from-entry.ts'

const attacks = shippedEntries.filter(({ catalogue }) => catalogue === 'attack')

test('[PROPOSAL-9] every shipped entry becomes a valid artefact of its kind, with the entry as its origin', () => {
  for (const entry of shippedEntries) {
    const made = artefactOf(entry, attacks, '00000000-0000-4000-8000-000000000001')
    const { kind, link } = madeOf[entry.catalogue]
    expect(made).toMatchObject({
      kind,
      title: entry.title,
      origin: { how: 'catalogue', what: `${entry.code} ${entry.title}`, uuid: entry.uuid },
    })
    expect([entry.code, checkFields(artefactKindNamed(kind)!, made.fields!).ok]).toEqual([entry.code, true])
    if (link !== undefined) expect(joins(linkKindNamed(link)!, 'asset', kind)).toBe(true)
    else expect(whyNotTree(made.fields!.tree as Tree)).toBeUndefined()
  }
})

test("[PROPOSAL-9] it has the entry's fields, and an attack includes the attacks that it needs first", () => {
  const of = (code: string) =>
    artefactOf(
      shippedEntries.find((entry) => entry.code === code)!,
      attacks,
      'x',
    )
  expect(of('R155-4.1').fields).toEqual({
    description: expect.any(String),
    stride: ['spoofing'],
    properties: ['authenticity', 'integrity'],
    annex5: ['4.1'],
  })
  expect(of('DMG-R-01').fields).toMatchObject({
    stakeholder: 'road-user',
    safety: 'severe',
    loses: ['integrity', 'authenticity'],
  })
  expect((of('ATK-BUS-04').fields!.tree as Tree).steps.map(({ id }) => id).toSorted()).toEqual([
    'ATK-BUS-04',
    'ATK-BUS-04-do',
    'ATK-BUS-05',
    'root',
  ])
})
