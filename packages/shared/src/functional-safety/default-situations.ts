import type { Exposure } from './asil.ts'
import type { SituationDimension, SituationValue } from './situations.ts'

const value = (key: string, title: string, duration: Exposure, frequency = duration): SituationValue => ({
  key,
  title,
  exposure: { duration, frequency },
})

/**
 * The shipped catalogue of operational situations: dimensions, values and exposures in our own judgement, for
 * passenger cars in Central Europe. Organisations adapt it to their vehicles and markets, and confirm the exposures by
 * their own data, or by ISO 26262-3, annex B, and SAE J2980.
 */
export const defaultSituations: readonly SituationDimension[] = [
  {
    key: 'road',
    title: 'Road',
    values: [
      value('motorway', 'Motorway', 'E4'),
      value('country', 'Country road', 'E4'),
      value('urban', 'Urban street', 'E4'),
      value('residential', 'Residential street', 'E3', 'E4'),
      value('parking', 'Car park or garage', 'E2', 'E4'),
      value('slope', 'Steep slope', 'E2', 'E3'),
      value('tunnel', 'Tunnel', 'E2', 'E3'),
      value('crossing', 'Level crossing', 'E1', 'E2'),
      value('unpaved', 'Unpaved track', 'E1', 'E2'),
      value('workshop', 'Workshop', 'E1', 'E2'),
    ],
  },
  {
    key: 'speed',
    title: 'Speed',
    values: [
      value('standstill', 'Standstill', 'E4'),
      value('walking', 'Up to 10 km/h', 'E3', 'E4'),
      value('low', '10 to 30 km/h', 'E4'),
      value('medium', '30 to 60 km/h', 'E4'),
      value('high', '60 to 130 km/h', 'E4'),
      value('very-high', 'Above 130 km/h', 'E3'),
    ],
  },
  {
    key: 'surface',
    title: 'Road surface',
    values: [
      value('dry', 'Dry', 'E4'),
      value('wet', 'Wet', 'E3', 'E4'),
      value('snow', 'Snow or ice', 'E2', 'E3'),
      value('split', 'Different grip left and right', 'E1', 'E2'),
      value('loose', 'Gravel, leaves or mud', 'E2'),
    ],
  },
  {
    key: 'visibility',
    title: 'Visibility',
    values: [
      value('day', 'Daylight', 'E4'),
      value('night-lit', 'Night with street lights', 'E3', 'E4'),
      value('night-dark', 'Night without street lights', 'E3', 'E4'),
      value('rain', 'Heavy rain or snowfall', 'E2', 'E3'),
      value('fog', 'Fog', 'E2'),
      value('glare', 'Glare', 'E2', 'E3'),
    ],
  },
  {
    key: 'traffic',
    title: 'Traffic',
    values: [
      value('none', 'No traffic', 'E3', 'E4'),
      value('flowing', 'Flowing traffic', 'E4'),
      value('close', 'Close vehicle behind', 'E3', 'E4'),
      value('oncoming', 'Oncoming traffic', 'E4'),
      value('jam', 'Traffic jam', 'E3', 'E4'),
      value('pedestrians', 'Pedestrians or cyclists nearby', 'E3', 'E4'),
    ],
  },
  {
    key: 'manoeuvre',
    title: 'Manoeuvre',
    values: [
      value('straight', 'Driving straight', 'E4'),
      value('cornering', 'Cornering', 'E4'),
      value('accelerating', 'Accelerating', 'E3', 'E4'),
      value('braking', 'Braking', 'E3', 'E4'),
      value('emergency-braking', 'Emergency braking', 'E1', 'E2'),
      value('lane-change', 'Changing lanes', 'E3', 'E4'),
      value('overtaking', 'Overtaking with oncoming traffic', 'E2', 'E3'),
      value('turning', 'Turning at a junction', 'E3', 'E4'),
      value('reversing', 'Reversing', 'E2', 'E4'),
      value('parking', 'Parking', 'E2', 'E4'),
      value('towing', 'Driving with a trailer', 'E2', 'E2'),
      value('charging', 'Charging or refuelling', 'E3', 'E4'),
      value('parked', 'Parked', 'E4'),
    ],
  },
  {
    key: 'occupants',
    title: 'Occupants',
    values: [
      value('driver', 'Driver only', 'E4'),
      value('passengers', 'Driver and passengers', 'E4'),
      value('children', 'Children on board', 'E3', 'E4'),
      value('unattended', 'Children or animals left alone', 'E1', 'E2'),
      value('near', 'People at the vehicle', 'E3', 'E4'),
      value('nobody', 'Nobody in or at it', 'E4'),
    ],
  },
]
