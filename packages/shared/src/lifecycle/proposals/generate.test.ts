import { expect, test } from 'vitest'
import { mitigations, mitigationWith } from '../../catalogues/shipped/mitigations.ts'
import { shippedEntries } from '../../catalogues/shipped.ts'
import { artefactKindNamed, joins, linkKindNamed } from '../../artefact-kinds.ts'
import { checkFields } from '../../graph/artefacts/artefact-kind.ts'
import { whyNotTree } from '../attack-tree/attack-tree.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { attackVectors, type PotentialFactor, potentialFactors } from '../methods/method.ts'
import type { Tree } from '../attack-tree/tree.ts'
import { generateByRules, groundOf, type Proposed } from './generate.ts'
import type { ModelArtefact, ModelLink, ProgramModel, Proposal } from './model.ts'

let made = 0
const newUuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

function artefact(
  kind: string,
  title: string,
  fields: Record<string, unknown> = {},
  origin: ModelArtefact['origin'] = { how: 'written', what: '' },
): ModelArtefact {
  return { uuid: newUuid(), kind, code: `X-${made}`, title, fields, origin, revision: 1 }
}

/** A telematics unit with a bus, a radio link and their data. */
function item() {
  const unit = artefact('component', 'Telematics unit', { category: 'telematics' })
  const gateway = artefact('component', 'Gateway', { category: 'gateway' })
  const backend = artefact('component', 'Back end', { category: 'backend', external: true })
  const tool = artefact('component', 'Tester', { category: 'tool' })
  const can = artefact('channel', 'CAN 1', { medium: 'can' })
  const radio = artefact('channel', 'LTE', { medium: 'cellular' })
  const unlock = artefact('data', 'Unlock command', { category: 'command' })
  const position = artefact('data', 'Position', { category: 'personal' })
  const key = artefact('data', 'Fleet key', { category: 'key' })
  const brake = artefact('function', 'Brake on request', { safety_related: true })
  const links: ModelLink[] = [
    [unit, 'connects', can],
    [gateway, 'connects', can],
    [unit, 'connects', radio],
    [backend, 'connects', radio],
    [can, 'carries', unlock],
    [radio, 'carries', position],
    [gateway, 'performs', brake],
  ].map(([from, kind, to]) => ({
    kind: kind as string,
    from: (from as ModelArtefact).uuid,
    to: (to as ModelArtefact).uuid,
  }))
  return {
    named: { unit, gateway, backend, tool, can, radio, unlock, position, key, brake },
    model: {
      artefacts: [unit, gateway, backend, tool, can, radio, unlock, position, key, brake],
      links,
    } satisfies ProgramModel,
  }
}

const generated = (what: Proposed, model: ProgramModel, entries = shippedEntries) =>
  generateByRules(what, model, entries, newUuid)

/** The program after all of these were saved. */
function withAll({ artefacts, links }: ProgramModel, proposals: readonly Proposal[]): ProgramModel {
  const fresh = proposals.flatMap(({ artefact: input }): ModelArtefact[] =>
    input.new_uuid === undefined
      ? []
      : [
          {
            uuid: input.new_uuid,
            kind: input.kind,
            code: `X-${input.new_uuid.slice(-4)}`,
            title: input.title!,
            fields: input.fields ?? {},
            origin: input.origin!,
            revision: 1,
          },
        ],
  )
  return { artefacts: [...artefacts, ...fresh], links: [...links, ...proposals.flatMap((one) => one.links)] }
}

/** A program and its proposals, step by step, when every proposal is accepted. */
function grown() {
  let { model }: { model: ProgramModel } = item()
  const proposals = {} as Record<Proposed, Proposal[]>
  for (const what of ['assets', 'damages', 'threats', 'attack-steps'] as const) {
    proposals[what] = generated(what, model)
    model = withAll(model, proposals[what])
  }
  const threats = model.artefacts.filter(({ kind }) => kind === 'threat-scenario')
  const goal = artefact('goal', 'Only the owner unlocks', { property: ['authenticity'] })
  const lonely = artefact('goal', 'Logs are correct', { property: ['integrity'] })
  const control = artefact('control', 'Message authentication', { description: 'On CAN 1.' })
  const answers = threats.slice(0, 5).map(({ uuid }) => ({ kind: 'answered-by', from: uuid, to: goal.uuid }))
  model = {
    artefacts: [...model.artefacts, goal, lonely, control],
    links: [...model.links, ...answers, { kind: 'stands-in', from: control.uuid, to: threats[0]!.uuid }],
  }
  proposals.requirements = generated('requirements', model)
  return { model: withAll(model, proposals.requirements), proposals, goal, lonely, control }
}

test('[PROPOSAL-2] assets are made from units, channels, data and functions, with properties of their kind', () => {
  const { named, model } = item()
  const proposals = generated('assets', model)
  const lost = new Map(proposals.map(({ about, artefact: { fields } }) => [about, fields!.properties]))
  expect(new Set(lost.keys())).toEqual(
    new Set(
      [named.unit, named.gateway, named.can, named.radio, named.unlock, named.position, named.key, named.brake].map(
        ({ uuid }) => uuid,
      ),
    ),
  )
  expect(lost.get(named.key.uuid)).toEqual(['confidentiality', 'integrity'])
  expect(lost.get(named.radio.uuid)).toEqual(['integrity', 'availability', 'authenticity', 'confidentiality'])
  expect(lost.get(named.can.uuid)).toEqual(['integrity', 'availability', 'authenticity'])
  expect(proposals.find(({ about }) => about === named.brake.uuid)).toMatchObject({
    artefact: {
      kind: 'asset',
      title: 'Brake on request',
      fields: { relevant: true, rationale: expect.stringContaining('safety') },
      origin: { how: 'rules', what: 'Assets of the model: function' },
    },
    links: [{ kind: 'is-asset', from: named.brake.uuid }],
  })
})

test('[PROPOSAL-3] [PROPOSAL-4] damages fit the kind of the asset, and are linked from it', () => {
  const { proposals } = grown()
  const titles = proposals.damages.map(({ artefact: { title } }) => title)
  expect(titles).toContain('The vehicle brakes or accelerates without being asked (Brake on request)')
  expect(titles).toContain("A person's location becomes known (Position)")
  expect(titles).toContain('Keys have to be replaced in all vehicles (Fleet key)')
  expect(titles.filter((title) => title!.includes('(Fleet key)') && title!.includes('brakes'))).toEqual([])
  for (const {
    artefact: { fields, origin },
  } of proposals.damages) {
    expect((fields!.loses as string[]).length).toBeGreaterThan(0)
    expect(shippedEntries.some(({ uuid, catalogue }) => uuid === origin!.uuid && catalogue === 'damage')).toBe(true)
  }
})

test('[PROPOSAL-3] [PROPOSAL-5] threats follow STRIDE, fit the medium, and link to damages of their property', () => {
  const { model, proposals } = grown()
  const assets = new Map(model.artefacts.filter(({ kind }) => kind === 'asset').map((asset) => [asset.uuid, asset]))
  for (const [uuid, { title, fields }] of assets) {
    const of = proposals.threats.filter(({ about }) => about === uuid)
    expect([title, new Set(of.flatMap(({ artefact: input }) => input.fields!.properties as string[]))]).toEqual([
      title,
      new Set(fields.properties as string[]),
    ])
  }
  const titles = proposals.threats.map(({ artefact: { title } }) => title!)
  expect(titles.some((title) => /^A message on an internal bus is malicious \(CAN 1\)$/.test(title))).toBe(true)
  expect(titles.filter((title) => title.includes('(CAN 1)') && /road|satellite|cloud|charging/i.test(title))).toEqual(
    [],
  )
  const spoofed = proposals.threats.find(
    ({ artefact: { title } }) => title === 'Messages come from a pretender (CAN 1)',
  )!
  expect(spoofed.artefact).toMatchObject({
    kind: 'threat-scenario',
    fields: { annex5: ['4.1'], stride: ['spoofing'], properties: ['authenticity'] },
    origin: { how: 'rules', what: 'R155-4.1 Messages come from a pretender' },
  })
  const damages = spoofed.links
    .filter(({ kind }) => kind === 'leads-to')
    .map(({ from }) => model.artefacts.find(({ uuid }) => uuid === from)!)
  expect(damages.length).toBeGreaterThan(0)
  for (const { fields } of damages) expect(fields.loses).toContain('authenticity')
})

test('[PROPOSAL-5] a threat without a catalogue entry has a plain title', () => {
  const { model } = item()
  const grownUp = withAll(model, generated('assets', model))
  const proposals = generated('threats', grownUp, [])
  expect(proposals.map(({ artefact: { title } }) => title)).toContain('CAN 1: spoofed')
  expect(proposals.find(({ artefact: { title } }) => title === 'Fleet key: disclosed')).toMatchObject({
    artefact: {
      fields: { stride: ['disclosure'], properties: ['confidentiality'] },
      origin: { how: 'rules', what: 'STRIDE: Information disclosure' },
    },
  })
  expect(generated('threats', withAll(grownUp, proposals), [])).toEqual([])
})

test('[PROPOSAL-6] a tree has the attacks of its entry, each after those that it needs, with its usual effort', () => {
  const threat = artefact(
    'threat-scenario',
    'Old messages',
    { stride: ['spoofing'] },
    { how: 'catalogue', what: '', uuid: shippedEntries.find(({ code }) => code === 'R155-6.3')!.uuid },
  )
  const [proposal] = generated('attack-steps', { artefacts: [threat], links: [] })
  const tree = proposal!.artefact.fields!.tree as Tree
  const step = (id: string) => tree.steps.find((one) => one.id === id)!
  expect(step(tree.root)).toMatchObject({ gate: 'or', parts: ['ATK-BUS-04', 'ATK-RF-02', 'ATK-SW-04'] })
  expect(step('ATK-BUS-04')).toMatchObject({
    gate: 'and',
    parts: ['ATK-BUS-05', 'ATK-BUS-04-do'],
    effort: { potential: {} },
  })
  expect(step('ATK-BUS-05')).toMatchObject({
    gate: null,
    techniques: ['ATM-T0038', 'T1040', 'T0842'],
    effort: {
      potential: {
        time: 'week',
        expertise: 'proficient',
        knowledge: 'public',
        window: 'moderate',
        equipment: 'standard',
      },
      vector: 'local',
    },
  })
  expect(proposal!.links).toEqual([{ kind: 'refined-in', from: threat.uuid, to: proposal!.artefact.new_uuid }])
})

test('[PROPOSAL-6] attacks that need each other do not loop, and unusual codes get unique steps', () => {
  const attack = (code: string, needs: string[]) => ({
    ...shippedEntries.find(({ catalogue }) => catalogue === 'attack')!,
    code,
    title: code,
    uuid: newUuid(),
    fields: { needs, elements: [], media: [] },
  })
  const entry = {
    ...shippedEntries.find(({ catalogue }) => catalogue === 'threat')!,
    uuid: newUuid(),
    fields: { attacks: ['a b', 'a.b', 'root', 'é'] },
  }
  const threat = artefact('threat-scenario', 'T', {}, { how: 'catalogue', what: '', uuid: entry.uuid })
  const [proposal] = generated('attack-steps', { artefacts: [threat], links: [] }, [
    entry,
    attack('a b', ['a.b']),
    attack('a.b', ['a b']),
    attack('root', ['root']),
    attack('é', ['nobody']),
  ])
  const tree = proposal!.artefact.fields!.tree as Tree
  expect(new Set(tree.steps.map(({ id }) => id)).size).toBe(tree.steps.length)
  expect(checkFields(artefactKindNamed('attack-tree')!, { tree }).ok).toBe(true)
  expectTree(tree)
})

/** Every part is a step, every step is reached, and there is no cycle. */
function expectTree(tree: Tree): void {
  expect(whyNotTree(tree)).toBeUndefined()
  const { root, steps } = tree
  const byId = new Map(steps.map((step) => [step.id, step]))
  const reached = new Set<string>()
  const walk = (id: string, above: readonly string[]): void => {
    expect(above).not.toContain(id)
    reached.add(id)
    const { gate, parts } = byId.get(id)!
    expect(gate === null).toBe(parts.length === 0)
    for (const part of parts) walk(part, [...above, id])
  }
  walk(root, [])
  expect(reached).toEqual(new Set(byId.keys()))
}

test("[PROPOSAL-6] every shipped threat has a valid tree, rated by the default method's levels", () => {
  const threats = shippedEntries
    .filter(({ catalogue }) => catalogue === 'threat')
    .map(({ title, uuid, fields }) =>
      artefact('threat-scenario', title, { stride: fields.stride }, { how: 'catalogue', what: '', uuid }),
    )
  const proposals = generated('attack-steps', { artefacts: threats, links: [] })
  expect(proposals).toHaveLength(69)
  const levels = (factor: PotentialFactor) => defaultMethod.potential.factors[factor].levels.map(({ key }) => key)
  for (const {
    artefact: { fields },
  } of proposals) {
    const tree = fields!.tree as Tree
    expectTree(tree)
    for (const { gate, effort } of tree.steps) {
      if (gate !== null) continue
      expect(attackVectors).toContain(effort.vector)
      for (const factor of potentialFactors) expect(levels(factor)).toContain(effort.potential[factor])
    }
  }
})

test("[PROPOSAL-7] mitigations of a goal's attacks are required once; a goal without threats uses its property", () => {
  const { proposals, goal, lonely, control } = grown()
  const requirementProposals = proposals.requirements
  expect(requirementProposals.length).toBeGreaterThan(3)
  expect(new Set(requirementProposals.map(({ artefact: { title } }) => title)).size).toBe(requirementProposals.length)
  expect(
    requirementProposals.filter(({ about }) => about === lonely.uuid).map(({ artefact: { fields } }) => fields!.text),
  ).toEqual(['The item shall detect unauthorised changes, and reject the changed data.'])
  const ofGoal = requirementProposals.filter(({ links }) => links.some(({ from }) => from === goal.uuid))
  for (const {
    artefact: { fields },
  } of ofGoal)
    expect(fields!.text).toMatch(/^The item shall [a-z].+\.$/)
  const required = requirementProposals.find(({ about }) => about === control.uuid)!
  expect(required).toMatchObject({
    artefact: { title: 'Implement Message authentication' },
    links: [
      { kind: 'realised', to: control.uuid },
      { kind: 'demands', from: goal.uuid },
    ],
  })
})

test('[PROPOSAL-7] an existing requirement of one goal is linked to a second goal, and not made again', () => {
  const goals = [
    artefact('goal', 'One', { property: ['integrity'] }),
    artefact('goal', 'Two', { property: ['integrity'] }),
  ]
  const [both] = generated('requirements', { artefacts: goals, links: [] })
  expect(both!.links.map(({ from }) => from)).toEqual(goals.map(({ uuid }) => uuid))
  const first = withAll({ artefacts: goals, links: [] }, [{ ...both!, links: both!.links.slice(0, 1) }])
  const second = generated('requirements', first)
  expect(second).toMatchObject([
    {
      artefact: { uuid: both!.artefact.new_uuid, revision: 1, kind: 'requirement' },
      links: [{ kind: 'demands', from: goals[1]!.uuid, to: both!.artefact.new_uuid }],
    },
  ])
  expect(generated('requirements', withAll(first, second))).toEqual([])
})

/** The model with other words in each title and origin of its requirements. */
function reworded({ artefacts, links }: ProgramModel, words: (one: ModelArtefact) => Partial<ModelArtefact>) {
  return { artefacts: artefacts.map((one) => (one.kind === 'requirement' ? { ...one, ...words(one) } : one)), links }
}

test('[PROPOSAL-7] a requirement is known by the key of its mitigation, whatever its text was', () => {
  const { model } = grown()
  expect(model.artefacts.map(({ origin }) => origin.id)).toEqual(
    expect.arrayContaining(['mitigation:rates', 'property:integrity']),
  )
  expect(
    generated(
      'requirements',
      reworded(model, (one) => ({ title: `${one.title} (ours)`, origin: { ...one.origin, what: 'A former text' } })),
    ),
  ).toEqual([])
})

test('[PROPOSAL-7] a requirement that was made before mitigations had keys is known by their former text', () => {
  const { model } = grown()
  const former = 'Detect messages whose id, period or content departs from what is normal on the bus'
  expect(mitigationWith(former)).toBe('rates')
  const before = reworded(model, ({ title, origin: { id: _id, ...origin } }) => {
    const text = title === mitigations.rates ? former : title
    return { title: text, origin: { ...origin, what: text } }
  })
  expect(generated('requirements', before)).toEqual([])
})

test('[PROPOSAL-1] each proposal is valid for its kind, and its links join it to existing artefacts', () => {
  const { model, proposals } = grown()
  const kindOf = new Map(model.artefacts.map(({ uuid, kind }) => [uuid, kind]))
  for (const [what, all] of Object.entries(proposals) as [Proposed, Proposal[]][]) {
    expect([what, all.length > 0]).toEqual([what, true])
    for (const { artefact: input, links } of all) {
      expect(checkFields(artefactKindNamed(input.kind)!, input.fields!)).toMatchObject({ ok: true })
      expect([input.title!.length > 0, links.length > 0]).toEqual([true, true])
      for (const { kind, from, to } of links) {
        expect([from, to]).toContain(input.new_uuid)
        expect(joins(linkKindNamed(kind)!, kindOf.get(from)!, kindOf.get(to)!)).toBe(true)
        expect(groundOf[what].links.includes(kind) || what === 'threats').toBe(true)
      }
    }
  }
})

test('[PROPOSAL-1] accepted proposals are not made again, and the same model gives the same proposals', () => {
  const { model } = grown()
  for (const what of ['assets', 'damages', 'threats', 'attack-steps', 'requirements'] as const)
    expect([what, generated(what, model)]).toEqual([what, []])
  const bare = (proposals: Proposal[]) =>
    proposals.map(({ artefact: { title, fields, origin }, why }) => [title, fields, origin, why])
  const same = item().model
  expect(bare(generated('assets', same))).toEqual(bare(generated('assets', same)))
})

test('[PROPOSAL-1] retired entries are no longer proposed', () => {
  const { model } = item()
  const assets = withAll(model, generated('assets', model))
  const retired = shippedEntries.map((entry) => ({ ...entry, is_retired: entry.catalogue === 'damage' }))
  expect(generated('damages', assets, retired)).toEqual([])
})
