import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { choice, choices, line, lines, own, text, truth } from '../../graph/artefacts/fields.ts'

/** The elements of an item (ISO/SAE 21434, 9.3): the model that assets, diagrams and attack paths refer to. */
const page = '/org/lifecycle/projects/view/item-definition'
const module = 'lifecycle'
const about = { description: text('Description') }

export const systemKind = artefactKind({
  kind: 'system',
  module,
  isShared: true,
  title: 'System',
  code: 'IT',
  digits: 2,
  page,
  fields: { ...about, supplier: line('Supplier', { secondary: true }) },
})

export const componentKind = artefactKind({
  kind: 'component',
  module,
  isShared: true,
  title: 'Component',
  code: 'CO',
  digits: 2,
  page,
  fields: {
    ...about,
    category: choice('Category', {
      ecu: 'Control unit',
      sensor: 'Sensor',
      actuator: 'Actuator',
      gateway: 'Gateway',
      telematics: 'Telematics unit',
      hsm: 'Security module',
      software: 'Software',
      backend: 'Back-end service',
      tool: 'Tool or charger',
      person: 'Person',
      other: 'Other',
    }),
    /** Its name in events of vehicles, for the indicators of threat scenarios. */
    ecu: line('ECU name in events', { most: 64, help: 'Its name in intrusion events.' }),
    version: line('Version', { most: 60 }),
    supplier: line('Supplier', { secondary: true }),
    external: truth('Outside the item', { help: "Beyond the item's boundary: what it talks to, not what it is." }),
  },
})

export const featureKind = artefactKind({
  kind: 'feature',
  module,
  isShared: true,
  title: 'Feature',
  code: 'FE',
  digits: 2,
  page,
  fields: about,
})
export const functionKind = artefactKind({
  kind: 'function',
  module,
  isShared: true,
  title: 'Function',
  code: 'FN',
  digits: 2,
  page,
  fields: { ...about, safety_related: truth('Safety related') },
})

export const channelKind = artefactKind({
  kind: 'channel',
  module,
  isShared: true,
  title: 'Channel',
  code: 'CH',
  digits: 2,
  page,
  fields: {
    ...about,
    medium: choice('Medium', {
      can: 'CAN',
      'can-fd': 'CAN FD',
      lin: 'LIN',
      flexray: 'FlexRay',
      ethernet: 'Ethernet',
      cellular: 'Cellular',
      wifi: 'Wi-Fi',
      bluetooth: 'Bluetooth',
      nfc: 'NFC',
      uwb: 'UWB',
      v2x: 'V2X',
      gnss: 'GNSS',
      usb: 'USB',
      obd: 'OBD',
      charging: 'Charging',
      debug: 'Debug port',
      internal: 'Within a unit',
      other: 'Other',
    }),
    protocols: lines('Protocols'),
    bus: line('Bus name in events', { most: 64 }),
    external: truth('Reachable from outside'),
    protection: choices('Protection', {
      authentication: 'Authentication',
      encryption: 'Encryption',
      integrity: 'Integrity',
      freshness: 'Freshness',
      filtering: 'Filtering',
    }),
  },
})

export const dataKind = artefactKind({
  kind: 'data',
  module,
  isShared: true,
  title: 'Data',
  plural: 'Data',
  code: 'DA',
  digits: 2,
  page,
  fields: {
    ...about,
    category: choice('Category', {
      command: 'Command or control',
      sensor: 'Sensor data',
      firmware: 'Firmware or code',
      configuration: 'Configuration',
      key: 'Key or credential',
      personal: 'Personal data',
      log: 'Log',
      diagnostic: 'Diagnostic data',
      other: 'Other',
    }),
  },
})
export const boundaryKind = artefactKind({
  kind: 'boundary',
  module,
  isShared: true,
  title: 'Trust boundary',
  plural: 'Trust boundaries',
  code: 'TB',
  digits: 2,
  page,
  fields: about,
})
export const environmentKind = artefactKind({
  kind: 'environment',
  module,
  isShared: true,
  title: 'Operational environment',
  code: 'EN',
  digits: 2,
  page,
  fields: { ...about, conditions: lines('Conditions') },
})
export const groupKind = artefactKind({
  kind: 'group',
  module,
  isShared: true,
  title: 'Group',
  code: 'GR',
  digits: 2,
  page,
  fields: about,
})
export const vehicleKind = artefactKind({
  kind: 'vehicle-model',
  module,
  isShared: true,
  title: 'Vehicle',
  code: 'VE',
  digits: 2,
  page: '/org/lifecycle/projects/view/system-configuration',
  fields: {
    ...about,
    models: lines('Models in the fleet', {
      help: 'As vehicles of the register are called by model or platform: alerts of these belong to this program.',
    }),
    propulsion: line('Propulsion', { secondary: true }),
  },
})

const place = z.number().min(-100_000).max(100_000)
const size = z.number().min(20).max(20_000)
/**
 * The positions of the model's artefacts in a diagram; names and links belong to the model, and are not stored here.
 */
export const DiagramLayout = z.object({
  nodes: z
    .array(z.object({ uuid: z.uuid(), x: place, y: place, width: size.optional(), height: size.optional() }))
    .max(1_000),
  edges: z
    .array(
      z.object({
        channel: z.uuid(),
        from: z.uuid(),
        to: z.uuid(),
        from_side: z.enum(['top', 'right', 'bottom', 'left']).optional(),
        to_side: z.enum(['top', 'right', 'bottom', 'left']).optional(),
      }),
    )
    .max(4_000),
})
export type DiagramLayout = z.infer<typeof DiagramLayout>

export const diagramKind = artefactKind({
  kind: 'diagram',
  module,
  isShared: true,
  title: 'Data-flow diagram',
  code: 'DF',
  digits: 2,
  page: '/org/lifecycle/projects/view/flow-diagram',
  fields: { ...about, layout: own('Layout', DiagramLayout, { nodes: [], edges: [] }, { secondary: true }) },
  impliedLinkKinds: ['shows'],
  impliedLinks: ({ layout }) =>
    [...layout.nodes.map(({ uuid }) => uuid), ...layout.edges.map(({ channel }) => channel)].map((uuid) => ({
      link: 'shows',
      uuid,
    })),
})

export const assumptionKind = artefactKind({
  kind: 'assumption',
  module,
  isShared: true,
  title: 'Assumption',
  code: 'AU',
  digits: 2,
  page,
  fields: {
    ...about,
    holds: choice('Standing', { open: 'Unconfirmed', confirmed: 'Confirmed', refuted: 'Does not hold' }),
    owner: line('Confirmed by', { secondary: true }),
  },
})

export const itemKinds = [
  systemKind,
  componentKind,
  featureKind,
  functionKind,
  channelKind,
  dataKind,
  boundaryKind,
  environmentKind,
  groupKind,
  vehicleKind,
  diagramKind,
  assumptionKind,
]
