import type { properties } from '../../catalogues/words.ts'
import { type Ground, type ModelArtefact, type Proposal, wordIn } from './model.ts'
import { type Traits, traitsOf } from './traits.ts'

type Property = keyof typeof properties
type Rule = readonly [loses: readonly Property[], why: string]

const components: Readonly<Record<string, Rule>> = {
  ecu: [
    ['integrity', 'availability', 'authenticity'],
    'Control units act on the vehicle: what they run and send has to be right and there.',
  ],
  gateway: [['integrity', 'availability', 'authorisation'], 'A gateway decides what passes between networks.'],
  telematics: [
    ['integrity', 'availability', 'authenticity', 'authorisation'],
    'A telematics unit is reached from outside.',
  ],
  sensor: [['integrity', 'availability'], 'Functions rely on what sensors say.'],
  actuator: [['integrity', 'availability'], 'Actuators move the vehicle and its parts.'],
  hsm: [['confidentiality', 'integrity', 'availability'], 'A security module keeps what everything else trusts.'],
  software: [['integrity', 'authenticity'], 'Software does what it was altered to do.'],
  backend: [
    ['confidentiality', 'integrity', 'availability', 'authorisation'],
    'A service speaks to many vehicles and knows of many people.',
  ],
}
const data: Readonly<Record<string, Rule>> = {
  command: [['integrity', 'authenticity', 'availability'], 'Commands make the vehicle do something.'],
  sensor: [['integrity', 'availability'], 'Decisions are made by sensor data.'],
  firmware: [
    ['integrity', 'authenticity', 'confidentiality'],
    'Firmware decides what a unit does, and is worth copying.',
  ],
  configuration: [['integrity', 'authenticity'], 'Settings change what functions do.'],
  key: [['confidentiality', 'integrity'], 'A person with the key is accepted as its owner.'],
  personal: [['confidentiality', 'integrity'], 'Personal data is protected by law.'],
  log: [['integrity', 'non-repudiation', 'availability'], 'Logs show what happened, or hide it.'],
  diagnostic: [
    ['integrity', 'authorisation', 'confidentiality'],
    'Diagnostic data shows and changes how a unit works.',
  ],
}
const kinds = { component: 'unit', channel: 'channel', data: 'data', function: 'function' } as const

/**
 * Proposes assets from the item's model: each component within it, and each channel, data and function, from which no
 * asset was made yet (rule PROPOSAL-2).
 */
export function proposeAssets({ model, newUuid }: Ground): Proposal[] {
  return model.ofKind('component', 'channel', 'data', 'function').flatMap((element) => {
    const rule =
      element.fields.external === true && element.kind === 'component'
        ? undefined
        : ruleFor(element, traitsOf(model, element))
    if (rule === undefined || model.after(element.uuid, 'is-asset').length > 0) return []
    return [proposal(element, rule, newUuid())]
  })
}

function proposal(element: ModelArtefact, [loses, why]: Rule, uuid: string): Proposal {
  const kind = kinds[element.kind as keyof typeof kinds]
  const category = wordIn(element.fields, 'category') ?? wordIn(element.fields, 'medium')
  const what = `Assets of the model: ${[kind, category].filter(Boolean).join(', ')}`
  return {
    artefact: {
      new_uuid: uuid,
      kind: 'asset',
      title: element.title,
      fields: {
        description: wordIn(element.fields, 'description') ?? '',
        properties: [...loses],
        relevant: true,
        rationale: why,
      },
      origin: { how: 'rules', what },
    },
    links: [{ kind: 'is-asset', from: element.uuid, to: uuid }],
    why,
    about: element.uuid,
  }
}

/** The properties that an element may lose, and why; undefined: it is not an asset, such as people and tools. */
function ruleFor({ kind, fields }: ModelArtefact, traits: Traits): Rule | undefined {
  const category = wordIn(fields, 'category')
  if (kind === 'component')
    return category === 'person' || category === 'tool'
      ? undefined
      : (components[category ?? ''] ?? [['integrity', 'availability'], 'The item is made of it.'])
  if (kind === 'data') return data[category ?? ''] ?? [['integrity'], 'Functions go by it.']
  return kind === 'channel' ? channelRule(traits) : functionRule(fields)
}

function channelRule({ words }: Traits): Rule {
  const isSecret = words.has('wireless') || words.has('personal') || words.has('key')
  const isOpen = words.has('external') || words.has('command')
  const why = words.has('wireless')
    ? 'Anybody near may send and listen.'
    : words.has('external')
      ? 'It is reached from outside.'
      : 'Units of the item rely on its messages.'
  return [
    [
      'integrity',
      'availability',
      ...(isOpen ? ['authenticity' as const] : []),
      ...(isSecret ? ['confidentiality' as const] : []),
    ],
    why,
  ]
}

function functionRule({ safety_related: isSafety }: ModelArtefact['fields']): Rule {
  return [
    ['integrity', 'availability'],
    isSafety === true ? 'It is related to safety: wrong or missing, it may hurt people.' : 'Users rely on it.',
  ]
}
