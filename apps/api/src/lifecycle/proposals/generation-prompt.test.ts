import { expect, test } from 'vitest'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { checkFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import { whyNotTree } from '@carapace/shared/lifecycle/attack-tree/attack-tree'
import type { Proposed } from '@carapace/shared/lifecycle/proposals/generate'
import { indexModel, type ModelArtefact } from '@carapace/shared/lifecycle/proposals/model'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { promptFor, proposalsIn } from './generation-prompt.ts'

const artefact = (kind: string, code: string, title: string, fields = {}): ModelArtefact => ({
  uuid: `${code}-uuid`,
  kind,
  code,
  title,
  fields,
  origin: { how: 'written', what: '' },
  revision: 1,
})
const model = indexModel({
  artefacts: [
    artefact('component', 'CO-01', 'Telematics unit', { description: 'x'.repeat(9_000), category: 'telematics' }),
    artefact('asset', 'AS-01', 'Firmware', { properties: ['integrity'] }),
    artefact('asset', 'AS-02', 'Key'),
    artefact('threat-scenario', 'TS-001', 'Forged update'),
    artefact('threat-scenario', 'TS-002', 'Treed'),
    artefact('attack-tree', 'AT-001', 'Treed'),
    artefact('goal', 'CG-01', 'Only genuine software'),
  ],
  links: [{ kind: 'refined-in', from: 'TS-002-uuid', to: 'AT-001-uuid' }],
})
const read = (what: Proposed, reply: unknown, uuids?: string[]) => {
  let made = 0
  return proposalsIn(
    typeof reply === 'string' ? reply : JSON.stringify(reply),
    what,
    model,
    uuids,
    'some model',
    () => `new-${++made}`,
  )
}
const threat = {
  about: 'AS-01',
  title: 'Firmware is swapped',
  description: 'How.',
  why: 'Since.',
  properties: ['integrity', 'nonsense'],
  stride: ['tampering', 'tampering'],
}

test('[PROPOSAL-8] the prompt has bounded titles and descriptions as data; without elements there is none', () => {
  const [system, user] = promptFor('assets', model, undefined)!
  expect([system!.role, user!.role]).toEqual(['system', 'user'])
  const sent = JSON.parse(user!.content) as { elements: { code: string; description: string }[]; there: string[] }
  expect([sent.elements.map(({ code }) => code), sent.elements[0]!.description.length, sent.there]).toEqual([
    ['CO-01'],
    400,
    ['Firmware', 'Key'],
  ])
  expect(promptFor('damages', model, ['CO-01-uuid'])).toBeUndefined()
  expect(JSON.parse(promptFor('attack-steps', model, undefined)![1]!.content).elements).toMatchObject([
    { code: 'TS-001' },
  ])
})

test("[PROPOSAL-8] the model's answer becomes proposals of their kind, marked as the model's", () => {
  expect(read('threats', { proposals: [threat] })).toEqual([
    {
      artefact: {
        new_uuid: 'new-1',
        kind: 'threat-scenario',
        title: 'Firmware is swapped',
        fields: { description: 'How.', properties: ['integrity'], stride: ['tampering'] },
        origin: { how: 'model', what: 'some model' },
      },
      links: [{ kind: 'targets', from: 'AS-01-uuid', to: 'new-1' }],
      why: 'Since.',
      about: 'AS-01-uuid',
    },
  ])
  expect(read('threats', `Here it is:\n\`\`\`json\n${JSON.stringify({ proposals: [threat] })}\n\`\`\``)).toHaveLength(1)
})

test.for(['assets', 'damages', 'threats', 'attack-steps', 'requirements'] as const)(
  '[PROPOSAL-8] proposals of %s have fields and links that their kind allows',
  (what) => {
    const about = {
      assets: 'CO-01',
      damages: 'AS-01',
      threats: 'AS-01',
      'attack-steps': 'TS-001',
      requirements: 'CG-01',
    }[what]
    const [one] = read(what, {
      proposals: [{ ...threat, about, steps: [{ title: 'Steal a key', description: 'x' }, { title: 'Sign' }] }],
    })!
    expect(checkFields(artefactKindNamed(one!.artefact.kind)!, one!.artefact.fields!).ok).toBe(true)
    if (what === 'attack-steps') expect(whyNotTree(one!.artefact.fields!.tree as Tree)).toBeUndefined()
    expect(one!.links).toHaveLength(1)
  },
)

test('[PROPOSAL-8] invalid proposals, unknown references and repeated titles are left out', () => {
  const odd = [
    { ...threat, about: 'AS-99' },
    { ...threat, title: 'forged UPDATE' },
    { ...threat, title: '' },
    null,
    7,
    { about: 'AS-01' },
    { ...threat, about: '__proto__' },
  ]
  expect(
    read('threats', { proposals: [...odd, threat, { ...threat, title: 'FIRMWARE is swapped' }] })!.map(
      ({ artefact: { title } }) => title,
    ),
  ).toEqual(['Firmware is swapped'])
  expect(read('threats', { proposals: [threat] }, ['AS-02-uuid'])).toEqual([])
  expect(
    read('attack-steps', {
      proposals: [
        { ...threat, about: 'TS-002', steps: [{ title: 'x' }] },
        { ...threat, about: 'TS-001', steps: [] },
      ],
    }),
  ).toEqual([])
  expect(
    read('threats', { proposals: Array.from({ length: 500 }, (_, i) => ({ ...threat, title: `T ${i}` })) }),
  ).toHaveLength(60)
})

test.for(['', 'I am sorry', '[]', '{"proposals":"many"}', '{"proposals":[', '"x"'])(
  '[PROPOSAL-8] the answer %j is not accepted',
  (reply) => {
    expect(read('threats', reply)).toBeUndefined()
  },
)
