import { Cover, defaultGlossary, type Term } from '@carapace/shared/interface-agreement/cover'

const dayMs = 86_400_000
const day = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)

export const demoCover = (now: Date): Cover =>
  Cover.parse({
    item: 'Vehicle control unit and inverter',
    scope:
      'Development, production and support of the vehicle control unit (VCU) and the inverter of the EQX-24, ' +
      'with their software, keys and update packages. Not included: the battery management and the charger.',
    document_number: 'NM-CIA-0001',
    customer: {
      name: 'Nordhaven Mobility',
      address: 'Hafenallee 12, 28217 Bremen, Germany',
      contact: 'Jonas Lind',
      email: 'jonas.lind@nordhaven.example',
      phone: '+49 421 555 0144',
    },
    supplier: {
      name: 'Kestrel ECU Systems',
      address: 'Via Ferrante 8, 40127 Bologna, Italy',
      contact: 'Tomas Weiss',
      email: 'tomas.weiss@kestrel.example',
      phone: '+39 051 555 0172',
    },
    valid_from: day(now, -84),
    valid_until: day(now, 640),
    escalation: [
      { subject: 'Open question of a work product', customer: 'Jonas Lind', supplier: 'Tomas Weiss', after_days: 5 },
      { subject: 'Dates and milestones', customer: 'Maya Rao', supplier: 'Chiara Bruni', after_days: 10 },
      { subject: 'Exploited vulnerability', customer: 'Maya Rao', supplier: 'Chiara Bruni', after_days: 1 },
    ],
    cycle_days: 90,
    event_days: 5,
  })

export const demoGlossary: Term[] = [
  ...defaultGlossary,
  { term: 'VCU', meaning: 'Vehicle control unit: turns the pedals into a torque demand.', source: 'EQX-24 platform' },
  { term: 'MSOC', meaning: 'The customer’s security operations centre for vehicles.', source: 'Nordhaven Mobility' },
]

type Entry = {
  readonly side: 'customer' | 'supplier'
  readonly name: string
  readonly role: string
  readonly email: string
  readonly phone?: string
  readonly access: 'contact' | 'third-party' | 'member' | 'named'
  readonly rows?: readonly number[]
  readonly isSignatory?: true
}

export const demoTeam: readonly Entry[] = [
  {
    side: 'customer',
    name: 'Maya Rao',
    role: 'Head of vehicle cybersecurity',
    email: 'maya.rao@nordhaven.example',
    access: 'named',
    isSignatory: true,
  },
  {
    side: 'customer',
    name: 'Jonas Lind',
    role: 'Cybersecurity manager',
    email: 'jonas.lind@nordhaven.example',
    phone: '+49 421 555 0144',
    access: 'named',
  },
  {
    side: 'customer',
    name: 'Aiko Kimura',
    role: 'Security operations',
    email: 'aiko.kimura@nordhaven.example',
    access: 'third-party',
    rows: [22, 49, 50],
  },
  { side: 'customer', name: 'Ebba Holm', role: 'Purchasing', email: 'ebba.holm@nordhaven.example', access: 'contact' },
  {
    side: 'supplier',
    name: 'Chiara Bruni',
    role: 'Program lead',
    email: 'chiara.bruni@kestrel.example',
    phone: '+39 051 555 0170',
    access: 'member',
    isSignatory: true,
  },
  {
    side: 'supplier',
    name: 'Tomas Weiss',
    role: 'Cybersecurity manager',
    email: 'tomas.weiss@kestrel.example',
    phone: '+39 051 555 0172',
    access: 'named',
  },
]
