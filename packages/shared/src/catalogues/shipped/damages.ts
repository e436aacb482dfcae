import type { DamageFields } from '../catalogue.contract.ts'

/** Suggestions for safety, financial, operational and privacy: n, m, M, s for negligible, moderate, major, severe. */
type Levels = `${'n' | 'm' | 'M' | 's'}${'n' | 'm' | 'M' | 's'}${'n' | 'm' | 'M' | 's'}${'n' | 'm' | 'M' | 's'}`
type ShippedDamage = readonly [
  code: string, title: string, description: string, stakeholder: NonNullable<DamageFields['stakeholder']>, loses: DamageFields['loses'], levels: Levels, categories: readonly string[], elements?: DamageFields['elements'],
]

const moving = ['safety', 'actuator', 'command']

/** What may come of attacks, to whom, in our words: each with what is lost, how bad it commonly is, and what it is commonly said of. */
export const shippedDamages: readonly ShippedDamage[] = [
  ['DMG-R-01', 'The vehicle brakes or accelerates without being asked', 'While it moves, the vehicle gets slower or faster although nobody wants it, and hits something or is hit.', 'road-user', ['integrity', 'authenticity'], 'sMsn', moving],
  ['DMG-R-02', 'The vehicle steers without being asked', 'While it moves, the vehicle leaves its lane although nobody steers.', 'road-user', ['integrity', 'authenticity'], 'sMsn', moving],
  ['DMG-R-03', 'Brakes or steering assistance fail', 'The driver brakes or steers, and the vehicle does not follow, or only with much force.', 'road-user', ['availability'], 'sMsn', ['safety', 'actuator', 'command', 'ecu']],
  ['DMG-R-04', 'Drive is lost in traffic', 'The vehicle loses its drive where it is in others\' way.', 'road-user', ['availability'], 'MMsn', ['safety', 'actuator', 'ecu']],
  ['DMG-R-05', 'Lights go out in the dark', 'At night the road is no longer lit, or others do not see the vehicle.', 'road-user', ['availability', 'integrity'], 'sMMn', ['safety', 'actuator']],
  ['DMG-R-06', 'Others are dazzled', 'Headlamps dazzle oncoming traffic, since the beam is where it should not be.', 'road-user', ['integrity'], 'MmMn', ['safety', 'actuator']],
  ['DMG-R-07', 'An airbag opens without an accident, or not in one', 'Restraints act when they should not, or do not when they should.', 'road-user', ['integrity', 'availability'], 'sMMn', ['safety', 'actuator', 'sensor', 'configuration']],
  ['DMG-R-08', 'Assistance decides on false surroundings', 'Driver assistance sees what is not there or misses what is, and acts on it.', 'road-user', ['integrity', 'authenticity', 'availability'], 'sMMn', ['sensor', 'gnss', 'v2x']],
  ['DMG-R-09', 'The battery overheats', 'The traction battery is driven beyond its limits, and burns or gives off gas.', 'road-user', ['integrity'], 'ssMn', ['charging', 'configuration', 'actuator']],
  ['DMG-R-10', 'The driver is distracted or misled', 'Displays or sounds show something false or alarming, and the driver looks or acts wrongly.', 'road-user', ['integrity', 'authenticity'], 'MmMn', ['telematics', 'software', 'sensor']],
  ['DMG-R-11', 'An emergency call does not get through', 'After an accident nobody learns of it, or of the place.', 'road-user', ['availability', 'integrity'], 'MnMn', ['telematics', 'cellular', 'gnss']],
  ['DMG-R-12', 'Somebody is locked in or shut in a window', 'Doors, windows or a boot lid move or stay shut, and hurt somebody.', 'road-user', ['integrity', 'availability'], 'MmMn', ['actuator', 'command']],
  ['DMG-O-01', 'The vehicle is stolen', 'Somebody opens the vehicle and drives it away.', 'owner', ['authenticity', 'authorisation', 'integrity'], 'nMsn', ['key', 'command', 'bluetooth', 'nfc', 'uwb', 'wireless']],
  ['DMG-O-02', 'Things are stolen from the vehicle', 'Somebody opens the vehicle without leaving traces, and takes what is in it.', 'owner', ['authenticity', 'authorisation'], 'nmnn', ['key', 'command', 'bluetooth', 'nfc', 'uwb']],
  ['DMG-O-03', 'The vehicle does not start', 'The vehicle cannot be used where it stands, and has to be towed.', 'owner', ['availability'], 'nmsn', ['ecu', 'gateway', 'firmware', 'key', 'hsm', 'command', 'configuration']],
  ['DMG-O-04', 'A unit has to be replaced', 'A unit no longer works, and cannot be repaired by software.', 'owner', ['availability', 'integrity'], 'nMMn', ['ecu', 'gateway', 'telematics', 'firmware', 'software']],
  ['DMG-O-05', 'A paid or comfortable function is gone', 'A function that the owner is used to, or pays for, does not work.', 'owner', ['availability'], 'nmmn', ['telematics', 'software', 'backend', 'cellular', 'wifi', 'bluetooth']],
  ['DMG-O-06', 'The owner is held to ransom', 'The vehicle, or a fleet, does not work until somebody is paid.', 'owner', ['availability', 'integrity'], 'nMsn', ['gateway', 'telematics', 'backend', 'firmware']],
  ['DMG-O-07', 'Where somebody is and was becomes known', 'Positions and journeys of a person are seen by others.', 'owner', ['confidentiality'], 'nmns', ['personal', 'telematics', 'gnss', 'cellular', 'v2x']],
  ['DMG-O-08', 'Personal data becomes known', 'Contacts, messages, accounts or payments of a person are seen by others.', 'owner', ['confidentiality'], 'nMns', ['personal', 'software', 'backend', 'bluetooth', 'wifi', 'telematics']],
  ['DMG-O-09', 'Somebody listens or looks into the vehicle', 'Microphones or cameras of the vehicle tell others what goes on in it.', 'owner', ['confidentiality', 'authorisation'], 'nmns', ['personal', 'telematics', 'sensor']],
  ['DMG-O-10', 'Somebody pays for what they did not have', 'Tolls, charging or purchases are put on another\'s account.', 'owner', ['authenticity', 'non-repudiation', 'integrity'], 'nmnm', ['charging', 'personal', 'key']],
  ['DMG-O-11', 'The vehicle loses value', 'Distance or history of the vehicle are false, and a buyer is deceived.', 'owner', ['integrity', 'non-repudiation'], 'nMnn', ['log', 'configuration', 'diagnostic']],
  ['DMG-O-12', 'The owner is blamed for what they did not do', 'Records say that somebody drove or did something that they did not, and they cannot show it.', 'owner', ['non-repudiation', 'integrity'], 'nMnm', ['log', 'command', 'personal']],
  ['DMG-O-13', 'The vehicle wears out early', 'Parts are used outside their limits, and fail before their time.', 'owner', ['integrity'], 'nMmn', ['configuration', 'actuator', 'ecu', 'charging']],
  ['DMG-M-01', 'Vehicles are recalled', 'A weakness in many vehicles has to be closed in workshops.', 'manufacturer', ['integrity', 'authenticity', 'availability'], 'nsmn', ['firmware', 'gateway', 'ecu', 'telematics', 'hsm']],
  ['DMG-M-02', 'Know-how gets out', 'Software, data or procedures that took years are in others\' hands.', 'manufacturer', ['confidentiality'], 'nMnn', ['firmware', 'software', 'configuration', 'ecu']],
  ['DMG-M-03', 'Keys have to be replaced in all vehicles', 'Secrets are known that all vehicles of a kind rely on.', 'manufacturer', ['confidentiality', 'authenticity'], 'nsMn', ['key', 'hsm', 'backend']],
  ['DMG-M-04', 'Unpaid functions are used', 'Functions that are sold are switched on without payment.', 'manufacturer', ['authorisation', 'integrity'], 'nmnn', ['configuration', 'software', 'key', 'backend']],
  ['DMG-M-05', 'Approval is at stake', 'Emissions, speed limits or other approved properties are changed, and the type approval is questioned.', 'manufacturer', ['integrity'], 'nsmn', ['configuration', 'firmware', 'sensor', 'log']],
  ['DMG-M-06', 'Warranty is paid without cause', 'Records of how a vehicle was used are changed, and damages are claimed that are no case of warranty.', 'manufacturer', ['integrity', 'non-repudiation'], 'nmnn', ['log', 'diagnostic', 'configuration']],
  ['DMG-M-07', 'Authorities fine a leak of data', 'Data of many people got out, and the manufacturer is held responsible.', 'manufacturer', ['confidentiality'], 'nsns', ['backend', 'personal']],
  ['DMG-M-08', 'A whole fleet stands still', 'Many vehicles are out of use at once, and the world hears of it.', 'manufacturer', ['availability', 'integrity', 'authorisation'], 'msss', ['backend', 'gateway']],
  ['DMG-M-09', 'What happened cannot be found out', 'Records of an incident are missing, and causes, guilt and remedy stay unknown.', 'manufacturer', ['non-repudiation', 'availability', 'integrity'], 'nMmn', ['log']],
  ['DMG-X-01', 'Others on the network are attacked from the vehicle', 'The vehicle or its account serves to attack other vehicles, networks or homes.', 'other', ['authorisation', 'integrity'], 'nMnn', ['telematics', 'backend', 'v2x', 'wifi', 'cellular', 'charging']],
  ['DMG-X-02', 'Traffic or the grid is disturbed', 'Many vehicles do the same at the same time, and block roads or load the grid.', 'other', ['integrity', 'availability', 'authenticity'], 'mMMn', ['v2x', 'charging', 'backend', 'gnss']],
  ['DMG-G-01', 'A function works wrongly', 'Something that the vehicle does is done wrongly, so that those who use it cannot rely on it.', 'owner', ['integrity', 'authenticity'], 'mmMn', []],
  ['DMG-G-02', 'A function is gone', 'Something that the vehicle does is no longer done.', 'owner', ['availability'], 'nmMn', []],
  ['DMG-G-03', 'Something secret is known', 'Somebody learns what they should not, and may use it for more.', 'owner', ['confidentiality'], 'nmnm', []],
  ['DMG-G-04', 'Somebody does what they may not', 'Something is done with the vehicle by one who has no right to it.', 'owner', ['authorisation'], 'nmmn', []],
  ['DMG-G-05', 'Nobody can tell who did it', 'Something was done, and whoever did it can deny it.', 'owner', ['non-repudiation'], 'nmnn', []],
]
