import type { ImpactLevel } from '@carapace/shared/lifecycle/methods/method'
import { demoArtefacts } from '../build.ts'

const levels: readonly ImpactLevel[] = ['negligible', 'moderate', 'major', 'severe']

/** Safety, financial, operational, privacy: 0 negligible to 3 severe. */
function rated(
  safety: number,
  financial: number,
  operational: number,
  privacy: number,
): Record<'safety' | 'financial' | 'operational' | 'privacy', ImpactLevel> {
  return {
    safety: levels[safety]!,
    financial: levels[financial]!,
    operational: levels[operational]!,
    privacy: levels[privacy]!,
  }
}

const common = { day: 176, status: 'APPROVED' } as const
const drive = { project: 'Electric drive control' }
const network = { project: 'Gateway and diagnostics' }
const telematics = { project: 'Telematics unit' }
const key = { project: 'Phone as a key', day: 110 }
const chassis = { project: 'Brake and steering' }
const cockpit = { project: 'Cockpit', day: 50, status: 'IN_PROCESS' } as const

export const damage = demoArtefacts('damage-scenario', common, {
  'DS-012': [
    'Unintended acceleration',
    {
      ...rated(3, 2, 3, 0),
      stakeholder: 'road-user',
      loses: ['integrity', 'authenticity'],
      description: "The vehicle accelerates against the driver's wish, in traffic or while parking.",
      rationale:
        'Collision at full torque within a second: survival uncertain. Repair or total loss; the vehicle can not ' +
        'be used as intended.',
    },
    { ...drive, from: { harms: 'AS-04 AS-05' } },
  ],
  'DS-013': [
    'Loss of propulsion in traffic',
    {
      ...rated(2, 2, 3, 0),
      stakeholder: 'road-user',
      loses: ['availability'],
      description: 'No torque, on the motorway or at a crossing.',
      rationale: 'Being hit from behind: severe injuries, survival probable. Driving is the core function.',
    },
    { ...drive, from: { harms: 'AS-04' } },
  ],
  'DS-014': [
    'Driveline or battery damaged',
    {
      ...rated(1, 2, 2, 0),
      stakeholder: 'owner',
      loses: ['integrity'],
      description: 'Limits are exceeded until something breaks or ages.',
      rationale: 'Replacing a battery is substantial to an owner; the protection in hardware keeps injuries light.',
    },
    { ...drive, from: { harms: 'AS-02 AS-03 AS-06' } },
  ],
  'DS-015': [
    'High voltage stays on after a crash',
    {
      ...rated(2, 1, 1, 0),
      stakeholder: 'road-user',
      loses: ['integrity'],
      description: 'Rescuers work on a vehicle that is not dead.',
      rationale:
        'Severe injuries are possible; the pyrotechnic fuse, triggered by wire, is a second and independent way.',
    },
    { ...drive, from: { harms: 'AS-03' } },
  ],
  'DS-016': [
    'Vehicle can not be driven off',
    {
      ...rated(0, 1, 2, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'It stays in the workshop until a part is replaced.',
      rationale: 'Days without a car; parts and labour.',
    },
    { ...drive, from: { harms: 'AS-01' } },
  ],
  'DS-017': [
    "Charging on somebody else's account",
    {
      ...rated(0, 1, 0, 1),
      stakeholder: 'owner',
      loses: ['confidentiality', 'authenticity'],
      description: 'An attacker charges and the owner pays.',
      rationale:
        'Some hundred euros until the contract is withdrawn; the bill shows where the attacker was, not the owner.',
    },
    { ...drive, from: { harms: 'AS-06' } },
  ],
  'DS-018': [
    'Charging is interrupted',
    {
      ...rated(0, 1, 1, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'The battery is empty in the morning.',
      rationale: 'A trip is late, another charge point is looked for.',
    },
    { ...drive, from: { harms: 'AS-06' } },
  ],
  'DS-019': [
    'Drive tuned beyond its approval',
    {
      ...rated(1, 2, 1, 0),
      stakeholder: 'manufacturer',
      loses: ['integrity'],
      description: 'Owners buy power that the type approval does not know.',
      rationale: 'Warranty cases by the hundred; a little more accident risk.',
    },
    { ...drive, from: { harms: 'AS-01 AS-02' } },
  ],
  'DS-020': [
    'Drive behaves otherwise than expected',
    {
      ...rated(1, 0, 1, 0),
      stakeholder: 'owner',
      loses: ['integrity'],
      description: 'Less power, or a pedal that answers otherwise.',
      rationale: 'Irritating; light injuries at most, for the driver stays in control.',
    },
    { ...drive, from: { harms: 'AS-02 AS-03 AS-05 AS-25' } },
  ],
  'DS-021': [
    'ECU reprogrammed without authorisation',
    {
      ...rated(3, 3, 2, 0),
      stakeholder: 'road-user',
      loses: ['integrity', 'authenticity', 'authorisation'],
      description: 'Foreign software drives, brakes or steers.',
      rationale:
        "Its behaviour is the attacker's choice, including life-threatening actions; a recall of all vehicles with " +
        'that tool.',
    },
    { ...network, from: { harms: 'AS-07 AS-31' } },
  ],
  'DS-022': [
    'Actuator test during driving',
    {
      ...rated(3, 1, 3, 0),
      stakeholder: 'road-user',
      loses: ['authorisation', 'integrity'],
      description: 'Pumps, valves or contactors move as in a workshop, at speed.',
      rationale: 'Braking on one side at speed: survival uncertain.',
    },
    { ...network, from: { harms: 'AS-07' } },
  ],
  'DS-023': [
    'Vehicle network unavailable',
    {
      ...rated(1, 1, 2, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'Control units fall back to their emergency programs.',
      rationale: 'Assistance and comfort are gone; brake and steering keep working without the bus.',
    },
    { ...network, from: { harms: 'AS-08' } },
  ],
  'DS-024': [
    'Networks no longer separated',
    {
      ...rated(2, 2, 2, 0),
      stakeholder: 'road-user',
      loses: ['integrity', 'availability'],
      description: 'Attackers who come in by radio or by an added device reach drive and brakes.',
      rationale: 'Not yet a crash, but the last barrier before the buses that trust one another.',
    },
    { ...network, from: { harms: 'AS-08 AS-09' } },
  ],
  'DS-025': [
    'Attack not noticed or not explained',
    {
      ...rated(0, 1, 1, 0),
      stakeholder: 'manufacturer',
      loses: ['non-repudiation', 'availability'],
      description: 'Evidence is missing or drowned.',
      rationale: 'The next vehicles are attacked in the same way until it is noticed.',
    },
    { ...network, from: { harms: 'AS-10' } },
  ],
  'DS-026': [
    'Know-how or keys of one vehicle read',
    {
      ...rated(0, 1, 0, 0),
      stakeholder: 'manufacturer',
      loses: ['confidentiality'],
      description: 'A competitor or a tuner reads the stored data.',
      rationale: 'Keys differ from vehicle to vehicle: data from one vehicle is useless for another.',
    },
    { ...network, from: { harms: 'AS-02 AS-09' } },
  ],
  'DS-027': [
    'Entries in logs that mean nothing',
    {
      ...rated(0, 0, 0, 0),
      stakeholder: 'manufacturer',
      loses: ['integrity'],
      description: 'A workshop or an analyst looks at something that was not.',
      rationale: 'Takes ten minutes to repair.',
    },
    { ...network, from: { harms: 'AS-10' } },
  ],
  'DS-030': [
    'Fleet-wide remote control',
    {
      ...rated(2, 3, 2, 2),
      stakeholder: 'road-user',
      loses: ['integrity', 'authorisation'],
      description: 'One attacker commands thousands of vehicles at once.',
      rationale: 'Affects doors and climate, not brakes; but many at a time, and the service is shut down for weeks.',
    },
    { ...telematics, from: { harms: 'AS-11 AS-12' } },
  ],
  'DS-031': [
    'Forged releases accepted',
    {
      ...rated(2, 3, 2, 1),
      stakeholder: 'manufacturer',
      loses: ['confidentiality', 'authenticity'],
      description: 'Vehicles take foreign software for ours.',
      rationale: 'Keys are replaced in every vehicle; genuine software cannot be recognised.',
    },
    { ...telematics, from: { harms: 'AS-28 AS-11' } },
  ],
  'DS-032': [
    'Remote services unavailable',
    {
      ...rated(0, 1, 1, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'The app shows the last known state.',
      rationale: 'A comfort is missing; the operator of a fleet plans by telephone.',
    },
    { ...telematics, from: { harms: 'AS-12' } },
  ],
  'DS-033': [
    "Intruder inside one vehicle's telematics",
    {
      ...rated(1, 2, 2, 1),
      stakeholder: 'owner',
      loses: ['authenticity', 'authorisation'],
      description: 'The doors open, the climate control runs, messages are sent inwards.',
      rationale: 'One vehicle at a time; the gateway still filters what is passed on.',
    },
    { ...telematics, from: { harms: 'AS-12 AS-13' } },
  ],
  'DS-034': [
    'Vehicle impersonated to the back end',
    {
      ...rated(0, 1, 1, 1),
      stakeholder: 'manufacturer',
      loses: ['authenticity'],
      description: 'Reports come from a machine that is no vehicle.',
      rationale: 'Wrong records of one vehicle until its certificate is withdrawn.',
    },
    { ...telematics, from: { harms: 'AS-13' } },
  ],
  'DS-035': [
    'Cellular contract misused',
    {
      ...rated(0, 1, 0, 0),
      stakeholder: 'manufacturer',
      loses: ['authorisation'],
      description: 'Somebody uses mobile data at our expense.',
      rationale: 'Volume is capped at the operator.',
    },
    { ...telematics, from: { harms: 'AS-13' } },
  ],
  'DS-036': [
    'Keys can not be lent for a while',
    {
      ...rated(0, 0, 0, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'Existing keys keep working; new ones have to wait.',
      rationale: 'Hardly noticed.',
    },
    { ...key, from: { harms: 'AS-18' } },
  ],
  'DS-040': [
    'Movement profile of a person',
    {
      ...rated(0, 1, 0, 3),
      stakeholder: 'owner',
      loses: ['confidentiality'],
      description: 'Home, work, doctor, place of worship: all of it with times.',
      rationale: 'Highly sensitive, and a vehicle leads to its owner at once. A fine by the data protection authority.',
    },
    { ...telematics, from: { harms: 'AS-15' } },
  ],
  'DS-041': [
    'Vehicle leaves permitted area unnoticed',
    {
      ...rated(1, 2, 2, 0),
      stakeholder: 'owner',
      loses: ['integrity'],
      description: 'A rented or stolen vehicle is elsewhere than its reports say.',
      rationale: 'Loss of one vehicle; decisions by place, as the speed of automatic driving, go wrong.',
    },
    { ...telematics, from: { harms: 'AS-15' } },
  ],
  'DS-043': [
    'Vehicle recognised at charge points',
    {
      ...rated(0, 0, 0, 1),
      stakeholder: 'owner',
      loses: ['confidentiality'],
      description: 'Its identifier shows an operator that it has returned.',
      rationale: 'Not sensitive by itself, easily linked.',
    },
    { ...drive, from: { harms: 'AS-06' } },
  ],
  'DS-050': [
    'Vehicle theft',
    {
      ...rated(0, 2, 1, 1),
      stakeholder: 'owner',
      loses: ['authenticity', 'authorisation'],
      description: 'Somebody opens it, starts it and drives away.',
      rationale: 'Insurance pays most of it; personal things and data are gone with it.',
    },
    { ...key, from: { harms: 'AS-16 AS-17 AS-18 AS-19' } },
  ],
  'DS-051': [
    'Belongings stolen from the cabin',
    {
      ...rated(0, 1, 0, 1),
      stakeholder: 'owner',
      loses: ['authorisation'],
      description: 'The doors open, the drive does not start.',
      rationale: 'Items in a car can be replaced with limited means.',
    },
    { ...key, from: { harms: 'AS-16 AS-17' } },
  ],
  'DS-052': [
    'Owner locked out',
    {
      ...rated(0, 1, 1, 0),
      stakeholder: 'owner',
      loses: ['availability'],
      description: 'The phone opens nothing; the card at home does.',
      rationale: 'Annoying, sometimes a taxi.',
    },
    { ...key, from: { harms: 'AS-17' } },
  ],
  'DS-060': [
    'Driver warning missing',
    {
      ...rated(2, 1, 2, 0),
      stakeholder: 'road-user',
      loses: ['integrity', 'availability'],
      description: 'The cluster shows a sound brake that is not.',
      rationale: 'Only together with a fault is there harm; then injuries may be severe.',
    },
    { ...chassis, from: { harms: 'AS-22' } },
  ],
  'DS-061': [
    'Stability control works with wrong values',
    {
      ...rated(1, 0, 1, 0),
      stakeholder: 'road-user',
      loses: ['integrity'],
      description: 'It brakes a wheel a little, or switches itself off with a lamp.',
      rationale: 'Redundant sensors limit what it does; light injuries at most.',
    },
    { ...chassis, from: { harms: 'AS-20' } },
  ],
  'DS-062': [
    'Steering or braking against the driver',
    {
      ...rated(2, 1, 2, 0),
      stakeholder: 'road-user',
      loses: ['integrity', 'authenticity'],
      description: 'Overlay torque up to 3 Nm, or braking up to 0.4 g, without a request.',
      rationale: 'Drivers can override it, most of them in time.',
    },
    { ...chassis, from: { harms: 'AS-20 AS-21' } },
  ],
  'DS-063': [
    'Comfort of the chassis changed',
    {
      ...rated(0, 0, 0, 0),
      stakeholder: 'owner',
      loses: ['integrity'],
      description: 'Feel of the steering, reading of the pad wear.',
      rationale: 'Within what the workshop may set anyway.',
    },
    { ...chassis, from: { harms: 'AS-20 AS-21' } },
  ],
  'DS-070': [
    'Odometer falsified',
    {
      ...rated(0, 1, 0, 0),
      stakeholder: 'other',
      loses: ['integrity'],
      description: 'The next owner pays for kilometres that were driven already.',
      rationale: 'Some thousand euros of one buyer; the back end knows the true mileage.',
    },
    { ...cockpit, from: { harms: 'AS-23' } },
  ],
  'DS-071': [
    'Nonsense on a screen',
    {
      ...rated(0, 0, 0, 0),
      stakeholder: 'owner',
      loses: ['integrity'],
      description: 'Pictures, restarts of the head unit.',
      rationale: 'A separate part draws speed and warnings.',
    },
    { ...cockpit, from: { harms: 'AS-23' } },
  ],
})
